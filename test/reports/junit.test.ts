import { describe, expect, it } from 'vitest';
import { toJunit } from '../../cli/reports/junit.ts';
import { createHostileReport, HOSTILE } from './hostile-report.ts';
import { parseXml, type XmlElement } from './parse-xml.ts';

const report = createHostileReport();
const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] => children.filter(c => c.name === name);
const casesOf = (xml: string): XmlElement[] =>
  childrenOf(parseXml(xml), 'testsuite').flatMap(s => childrenOf(s, 'testcase'));
const failed = (xml: string): string[] =>
  casesOf(xml).flatMap(entry => (childrenOf(entry, 'failure').length > 0 ? [entry.attributes.name] : []));

describe('the report as JUnit XML', () => {
  it('the checker of these tests refuses what is no XML', () => {
    for (const wrong of [
      '<a>',
      '<a></b>',
      '<a b="<"/>',
      '<a>&x;</a>',
      '<a>\u0001</a>',
      '<a>&#1;</a>',
      '<a>]]></a>',
      '<a/><b/>',
      '<a b="1" b="2"/>',
    ]) {
      expect(() => parseXml(wrong), wrong).toThrow();
    }
    expect(parseXml('<a b="&quot;&#10;">x &lt;</a>')).toMatchObject({ attributes: { b: '"\n' }, text: 'x <' });
  });

  it('is XML whatever names say, and says them', () => {
    const suites = childrenOf(parseXml(toJunit(report, 'collision')), 'testsuite');
    expect(suites.map(({ attributes }) => attributes.name)).toEqual([`${HOSTILE[0]}.glb`, HOSTILE[2]]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    const cleaned = HOSTILE[3].replace(/[\u0000\u001b\ufffe]|\ud83d(?= )|(?<= )\udc4d/g, '\ufffd');
    const names = childrenOf(suites[0], 'testcase').map(({ attributes }) => attributes.name);
    expect(names).toEqual([cleaned, HOSTILE[0], HOSTILE[1]]);
    expect(childrenOf(suites[0], 'system-out')[0].text).toContain(`note: ${HOSTILE[0]}`);
  });

  it('has a case for each clip, one for an asset that could not be checked, and right sums', () => {
    const xml = toJunit(report, 'collision');
    const root = parseXml(xml);
    const cases = casesOf(xml);
    expect(cases).toHaveLength(3 + 1);
    const errors = cases.filter(entry => childrenOf(entry, 'error').length > 0);
    expect(errors.map(entry => childrenOf(entry, 'error')[0].attributes.message)[0]).toBe(HOSTILE[2]);
    expect(root.attributes).toMatchObject({ tests: '4', failures: '1', errors: '2' });
  });

  it('fails what makes the exit code 1, a line for each issue, and nothing that is suppressed', () => {
    expect(failed(toJunit(report, 'collision'))).toHaveLength(1);
    expect(failed(toJunit(report, 'joint'))).toHaveLength(2);
    expect(failed(toJunit(report, 'nothing'))).toEqual([]);
    const [bad] = casesOf(toJunit(report, 'collision')).filter(entry => childrenOf(entry, 'failure').length > 0);
    expect(childrenOf(bad, 'failure')[0].attributes.message).toBe('1 issue');
    expect(childrenOf(bad, 'failure')[0].text).toMatch(
      /through [\s\S]* \(\w+ \d+\.\d, limb through body\): [\s\S]* s, worst at \d\.\d+ s: \d+ mm \(.* %\) deep(, free after [\d.]+ m?m)?$/,
    );
    expect(childrenOf(bad, 'system-out')[0].text).toMatch(/^suppressed \(known\): /);
    const known = structuredClone(report);
    for (const issue of known.assets[0].issues) issue.suppressed = 'known';
    expect(failed(toJunit(known, 'joint'))).toEqual([]);
  });

  it('is the same bytes every time', () => {
    expect(toJunit(createHostileReport(), 'collision')).toBe(toJunit(report, 'collision'));
  });
});

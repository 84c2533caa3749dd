/** A place in the page of the HTML report. */
export interface DeepLink {
  asset?: string;
  clip?: string;
  /** Seconds. */
  time?: number;
  /** The id of a finding. */
  finding?: string;
}

/** '#asset=hero.glb&clip=run&t=0.533&finding=...': what is behind the address of the page. */
export function formatLink({ asset, clip, time, finding }: DeepLink): string {
  const parts = [
    asset === undefined ? '' : `asset=${encode(asset)}`,
    clip === undefined ? '' : `clip=${encode(clip)}`,
    time === undefined ? '' : `t=${Number(time.toFixed(4))}`,
    finding === undefined ? '' : `finding=${encode(finding)}`,
  ];
  return `#${parts.filter(part => part !== '').join('&')}`;
}

/** What an address says; unreadable parts are left out. */
export function parseLink(hash: string): DeepLink {
  const values = new Map<string, string>();
  for (const part of hash.replace(/^#/, '').split('&')) {
    const at = part.indexOf('=');
    if (at > 0) values.set(part.slice(0, at), decode(part.slice(at + 1)));
  }
  const time = Number(values.get('t') || NaN);
  return {
    asset: values.get('asset'),
    clip: values.get('clip'),
    time: Number.isFinite(time) ? time : undefined,
    finding: values.get('finding'),
  };
}

/** Slashes and colons stay, so that links can be read. */
function encode(text: string): string {
  const whole = text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
  return encodeURIComponent(whole).replaceAll('%2F', '/').replaceAll('%3A', ':');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/*
 * Names in files, and names of files, are whatever someone wrote. They reach terminals and the logs of continuous integration, which
 * take some texts for commands; nothing may print one that did not go through here.
 */

/** What begins lines, moves cursors or rings. */
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029';
/** What turns the direction of writing, or is not seen at all. */
const HIDDEN = '\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff';

const CONTROL_RUNS = new RegExp(`[${CONTROLS}]+`, 'g');
const HIDDEN_MARKS = new RegExp(`[${HIDDEN}]`, 'g');
const BEYOND_JSON = new RegExp(`[\\u007f-\\u009f\\u2028\\u2029${HIDDEN}]`, 'g');

/** '##vso[', '##[' and '##teamcity[' anywhere, for Azure, GitHub and TeamCity. */
const HASH_COMMANDS = /##(?=(?:vso|teamcity)?\[)/gi;
/** '::error' as the first thing of a line, for GitHub; colours before it do not count. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const COLON_COMMANDS = /^((?:\s|\u001b\[[0-9;]*m)*):(?=:)/gm;

/** A name, or part of a message, that stays in its line and is no command. */
export function inOneLine(text: string): string {
  return breakCommands(text.replaceAll(CONTROL_RUNS, ' ').replaceAll(HIDDEN_MARKS, '\ufffd'));
}

/** The same for the message of an error. */
export function sayError(error: unknown): string {
  return inOneLine((error as Error).message)
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** Whole output, of several lines and with colours: the last guard before it is written. */
export function tame(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  const controls = /\u001b(?!\[[0-9;]*m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]/g;
  return breakCommands(text.replaceAll(controls, '\ufffd').replaceAll(HIDDEN_MARKS, '\ufffd'));
}

/** JSON with the same values that can be printed as it is. */
export function toPrintableJson(value: unknown, indent?: number): string {
  const toUnit = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replaceAll(BEYOND_JSON, toUnit).replaceAll(HASH_COMMANDS, '#\\u0023');
}

function breakCommands(text: string): string {
  return text.replaceAll(HASH_COMMANDS, '# #').replaceAll(COLON_COMMANDS, '$1: ');
}

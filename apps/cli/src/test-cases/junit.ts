import { nameOfOwner } from './case-owner.js';
import { countsOf, type CaseOutcome } from './case-outcome.js';
import { detailsOf } from './show-outcome.js';

/** Characters that XML 1.0 does not allow, not even escaped. Lone surrogates are among them. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const REPLACEMENT = '\u{fffd}';
const ESCAPED_IN_TEXT = /[<>&\r]/g;
/** A parser would replace a tab or a line break in an attribute by a blank. */
const ESCAPED_IN_ATTRIBUTE = /[<>&"\t\n\r]/g;

/** Returns a report in the format of JUnit, as CI systems read it. */
export function junitOf(outcomes: readonly CaseOutcome[]): string {
  const suites = new Map<string, CaseOutcome[]>();
  for (const outcome of outcomes) {
    const name = nameOfOwner(outcome.testCase.owner);
    suites.set(name, [...(suites.get(name) ?? []), outcome]);
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'lethe test', ...totals(outcomes) })}>`,
    ...[...suites].flatMap(([name, ofSuite]) => [
      `  <testsuite${attributes({ name, ...totals(ofSuite) })}>`,
      ...ofSuite.flatMap((outcome) => caseLines(name, outcome)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function caseLines(classname: string, outcome: CaseOutcome): string[] {
  const { testCase, result, ms } = outcome;
  const { name, from } = testCase;
  const file: Record<string, string> = 'file' in from ? { file: from.file } : {};
  const start = `    <testcase${attributes({ classname, name, ...file, time: seconds(ms) })}`;
  if (result.status === 'passed') return [`${start}/>`];
  const details = detailsOf(outcome);
  const kind = result.status === 'failed' ? 'failure' : 'error';
  const message = kind === 'failure' ? 'The output differs from the expected output.' : details[0];
  const text = escaped(details.join('\n'), ESCAPED_IN_TEXT);
  return [
    `${start}>`,
    `      <${kind}${attributes({ message: message ?? '' })}>${text}</${kind}>`,
    '    </testcase>',
  ];
}

function totals(outcomes: readonly CaseOutcome[]) {
  const { failed, errors } = countsOf(outcomes);
  const ms = outcomes.reduce((sum, outcome) => sum + outcome.ms, 0);
  return { tests: outcomes.length, failures: failed, errors, time: seconds(ms) };
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

function attributes(all: Readonly<Record<string, string | number>>): string {
  return Object.entries(all)
    .map(([name, value]) => ` ${name}="${escaped(String(value), ESCAPED_IN_ATTRIBUTE)}"`)
    .join('');
}

function escaped(text: string, pattern: RegExp): string {
  return text
    .replace(NOT_IN_XML, REPLACEMENT)
    .replace(pattern, (character) => `&#${character.charCodeAt(0)};`);
}

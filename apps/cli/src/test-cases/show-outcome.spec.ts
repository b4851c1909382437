import type { CaseOutcome, CaseResult } from './case-outcome.js';
import { outcomeToJson, showOutcome, summaryOf } from './show-outcome.js';

const outcome = (result: CaseResult, more: Partial<CaseOutcome['testCase']> = {}): CaseOutcome => ({
  ...{ result, ms: 7 },
  testCase: {
    ...{ owner: { kind: 'transformation', id: 'tr' }, name: 'hides it', from: { id: 'case_1' } },
    expected: [{ event: { a: 1, 'b/c': [1, 2], text: 'expected' } }],
    request: {},
    ...more,
  },
});
const failed = (diff: CaseResult['diff'], more?: Partial<CaseOutcome['testCase']>) =>
  outcome({ status: 'failed', diff }, more);

describe('showOutcome', () => {
  it('shows a passed test case in one line', () => {
    expect(showOutcome(outcome({ status: 'passed' }))).toEqual([
      'passed  transformation tr: hides it',
    ]);
  });

  it('shows the expected and the actual value of each difference, and the file', () => {
    const diff = [
      { op: 'replace', path: '/0/event/text', value: null },
      { op: 'remove', path: '/0/event/b~1c/1' },
      { op: 'add', path: '/0/event/n', value: { x: 1 } },
      { op: 'replace', path: '', value: [] },
    ];
    expect(showOutcome(failed(diff, { from: { file: 'cases/a.json' } }))).toEqual([
      'failed  transformation tr: hides it (cases/a.json)',
      '    /0/event/text',
      '    - "expected"',
      '    + null',
      '    /0/event/b~1c/1',
      '    - 2',
      '    /0/event/n',
      '    + {"x":1}',
      '    (the whole output)',
      '    - [{"event":{"a":1,"b/c":[1,2],"text":"expected"}}]',
      '    + []',
    ]);
  });

  it('shortens long values to the part that differs, and long lists of differences', () => {
    const same = 'x'.repeat(1_000);
    const value = `${same}B${same}`;
    const expected = [{ event: { text: `${same}A${same}` } }];
    const long = { op: 'replace', path: '/0/event/text', value };
    const [, , before = '', after = ''] = showOutcome(failed([long], { expected }));
    expect(before).toMatch(/^ {4}- …x{40}Ax{159}…$/);
    expect(after).toMatch(/^ {4}\+ …x{40}Bx{159}…$/);
    const lines = showOutcome(failed(Array<typeof long>(500).fill(long), { expected }));
    expect(lines).toHaveLength(62);
    expect(lines.at(-1)).toBe('    and 480 more differences (--json shows all)');
  });

  it('never prints a control character, and no value begins a line', () => {
    const hostile = '\u001b[2J\u009b31m\npassed  transformation tr: all\r\n::add-path::/tmp';
    const diff = [{ op: 'add', path: `/0/${hostile}`, value: hostile }];
    const error = { message: hostile, line: 1 };
    const shown = [
      ...showOutcome(failed(diff, { name: hostile })),
      ...showOutcome(outcome({ status: 'error', error })),
    ];
    for (const line of shown) expect(line).toMatch(/^(?:failed {2}|error {3}| {4})[\x20-\x7e]+$/);
    expect(shown.filter((line) => line.startsWith('passed'))).toEqual([]);
  });

  it('shows the place and the first lines of an error', () => {
    const stack = Array.from({ length: 50 }, (_, n) => `at ${n}`).join('\n');
    const error = { message: `TypeError: no\n${stack}`, line: 3, column: 9, library: 'pii' };
    const lines = showOutcome(outcome({ status: 'error', error }));
    expect(lines[1]).toBe('    line 3, column 9 of library pii: TypeError: no');
    expect(lines).toHaveLength(22);
    expect(showOutcome(outcome({ status: 'error' }))[1]).toContain('gives no reason');
    expect(showOutcome(failed([]))[1]).toContain('does not show the differences');
  });
});

it('outcomeToJson returns the complete result, and the id or the file', () => {
  const result = { status: 'error' as const, id: 'cases[0]', error: { message: 'no' } };
  const json = (from: CaseOutcome['testCase']['from']): unknown =>
    JSON.parse(JSON.stringify(outcomeToJson(outcome(result, { from }))));
  const shared = { transformationId: 'tr', name: 'hides it', status: 'error', ms: 7 };
  expect(json({ file: 'a.json' })).toEqual({ ...shared, file: 'a.json', error: result.error });
  expect(json({ id: 'case_1' })).toEqual({ ...shared, id: 'case_1', error: result.error });
});

it('summaryOf counts each status', () => {
  expect(summaryOf({ passed: 1, failed: 0, errors: 0 })).toBe(
    '1 test case: 1 passed, 0 failed, 0 errors.',
  );
  expect(summaryOf({ passed: 2, failed: 3, errors: 1 })).toBe(
    '6 test cases: 2 passed, 3 failed, 1 error.',
  );
});

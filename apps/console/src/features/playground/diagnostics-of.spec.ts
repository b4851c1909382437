import { diagnosticsOf } from './diagnostics-of.js';

const NOTHING = { output: [], dropped: false, logs: [], ms: 1 };

describe('diagnostics of a run', () => {
  it('contain an error only once, even if each event causes it', () => {
    const error = { message: 'TypeError: x', line: 3, column: 5 };
    const run = {
      results: [
        { ...NOTHING, error },
        { ...NOTHING, error },
      ],
    };
    expect(diagnosticsOf(run)).toEqual([{ ...error, severity: 'error' }]);
  });

  it('combine the first five logs of a line, and count the further logs of this line', () => {
    const logs = Array.from({ length: 7 }, (_, n) => ({ text: `log ${n}`, line: 2 }));
    const [only, ...others] = diagnosticsOf({ results: [{ ...NOTHING, logs }] });
    expect(others).toEqual([]);
    expect(only).toMatchObject({ line: 2, severity: 'info' });
    expect(only?.message.split('\n').at(-1)).toBe('… 2 more');
  });

  it('exclude errors and logs of libraries, and logs without a line', () => {
    const run = {
      results: [
        {
          ...NOTHING,
          logs: [{ text: 'a' }, { text: 'b', line: 1, library: 'pii' }],
          error: { message: 'x', line: 1, library: 'pii' },
        },
      ],
    };
    expect(diagnosticsOf(run)).toEqual([]);
  });
});

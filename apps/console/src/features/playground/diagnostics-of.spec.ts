import { diagnosticsOf } from './diagnostics-of.js';

const NOTHING = { output: [], dropped: false, logs: [], ms: 1 };

describe('what a run says of lines of the code', () => {
  it('is an error once, though each event has it', () => {
    const error = { message: 'TypeError: x', line: 3, column: 5 };
    const run = {
      results: [
        { ...NOTHING, error },
        { ...NOTHING, error },
      ],
    };
    expect(diagnosticsOf(run)).toEqual([{ ...error, severity: 'error' }]);
  });

  it('is all logs of a line together, and at most five', () => {
    const logs = Array.from({ length: 7 }, (_, n) => ({ text: `log ${n}`, line: 2 }));
    const [only, ...others] = diagnosticsOf({ results: [{ ...NOTHING, logs }] });
    expect(others).toEqual([]);
    expect(only).toMatchObject({ line: 2, severity: 'info' });
    expect(only?.message.split('\n').at(-1)).toBe('… 2 more');
  });

  it('leaves out what is of a library, or of no line', () => {
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

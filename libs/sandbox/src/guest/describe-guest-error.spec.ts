import { describeGuestError } from './describe-guest-error.js';
import { DEFAULT_SANDBOX_LIMITS } from '../limits/sandbox-limits.js';

const describeReport = (report: object) => describeGuestError(report, DEFAULT_SANDBOX_LIMITS);

describe('describeGuestError', () => {
  it('shows stack frames of the user, and frames of the interpreter between them', () => {
    const stack = [
      '    at f (Mask:2:1)',
      '    at map (native)',
      '    at transformEvent (Mask:1:1)',
      '    at main (lethe:sandbox:9:9)',
      '    at evil (native)',
      '',
    ].join('\n');
    expect(describeReport({ name: 'TypeError', message: 'no', stack })).toBe(
      'TypeError: no\n    at f (Mask:2:1)\n    at map (native)\n    at transformEvent (Mask:1:1)',
    );
  });

  it('shows at most 12 stack frames', () => {
    const stack = '    at f (Mask:2:1)\n'.repeat(50);
    expect(describeReport({ name: 'Error', message: '', stack }).split('\n')).toHaveLength(13);
  });

  it.each([
    ['InternalError', 'out of memory', 'The transformation used more than 64 MiB of memory'],
    ['SyntaxError', 'stack overflow', /^The transformation used more than 256 KiB of stack/],
    ['Error', 'stack overflow', 'Error: stack overflow'],
  ])('recognizes which limit caused the error %s: %s', (name, message, text) => {
    expect(describeReport({ name, message })).toMatch(text);
  });

  it('names the limit that the host reports, and not the limit that the guest reports', () => {
    const report = { name: 'InternalError', message: 'interrupted', stack: '    at f (Mask:1:1)' };
    expect(describeGuestError(report, DEFAULT_SANDBOX_LIMITS, 'time')).toBe(
      'The transformation ran longer than 4 s',
    );
  });

  it.each([
    [{}, 'Error'],
    [{ name: 7, message: {}, stack: [] }, 'Error'],
    [{ refused: 'In our words' }, 'In our words'],
    [{ thrown: 'null', kind: 'null' }, 'The transformation threw null'],
    [{ thrown: '7', kind: 'number' }, 'The transformation threw the number 7'],
    [{ thrown: '{}', kind: 'object' }, 'The transformation threw {}, which is not an Error'],
  ])('returns a text for the report %j', (report, text) => {
    expect(describeReport(report)).toBe(text);
  });

  it('returns less than 4 KiB', () => {
    const text = describeReport({ message: '€'.repeat(5_000), stack: '    at x\n'.repeat(1_000) });
    expect(Buffer.byteLength(text)).toBeLessThan(4 * 1024);
  });
});

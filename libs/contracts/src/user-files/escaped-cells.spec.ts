import fc from 'fast-check';
import { escapeCell, unescapeCell } from './escaped-cells.js';

const PARTS = ['=', '+', '-', '@', "'", ',', ';', '\t', '\r', '\n', ' ', 'x', '"', '9'];
const oddText = fc
  .array(fc.constantFrom(...PARTS), { maxLength: 12 })
  .map((parts) => parts.join(''));

describe('a cell of exported CSV', () => {
  it.each([
    ['+49 30', "'+49 30"],
    ['x;=cmd', "x;'=cmd"],
    ['x\t@a,-b', "x\t'@a,'-b"],
    ["'t Hooft", "''t Hooft"],
    ['\t=1', "'\t'=1"],
    ['\nx', "'\nx"],
    ["O'Neill - x=y", "O'Neill - x=y"],
  ])('with %j is written as %j', (text, escaped) => {
    expect(escapeCell(text)).toBe(escaped);
    expect(unescapeCell(escaped)).toBe(text);
  });

  it('has no formula at any position at which a spreadsheet can split it, and is restored unchanged', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        const escaped = escapeCell(text);
        const isFormula = /(?:^|[,;\t\r\n])[=+\-@]|^[\t\r\n]/.test(escaped);
        return !isFormula && unescapeCell(escaped) === text;
      }),
      { numRuns: 5_000 },
    );
  });
});

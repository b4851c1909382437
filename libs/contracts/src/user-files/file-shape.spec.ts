import { cellsOf, shapeOf } from './file-shape.js';

const EXPORTED = ['line', 'column', 'reason', 'userId', 'phone', 'escaped'];

describe('the shape of a CSV file', () => {
  it('omits the columns that Lethe added, and restores cells only if the row is marked as escaped', () => {
    const shape = shapeOf(EXPORTED);
    expect(shape).toMatchObject({ names: ['userId', 'phone'], own: [3, 4] });
    const row = ['2', 'phone', 'is wrong', "'=1", "'+49"];
    expect(cellsOf(shape, [...row, 'lethe'])).toEqual(['=1', '+49']);
    expect(cellsOf(shape, [...row, ''])).toEqual(["'=1", "'+49"]);
    expect(cellsOf(shape, row)).toEqual(["'=1", "'+49"]);
  });

  it('restores a row with too few or too many cells, even if a spreadsheet added empty cells', () => {
    const shape = shapeOf([...EXPORTED, '', '']);
    for (const filler of [[], ['', ''], ['', '', '']]) {
      expect(cellsOf(shape, ['2', '', 'x', 'short', 'lethe', ...filler])).toEqual(['short']);
      const long = ['2', '', 'x', 'a', 'b', "'+c", 'lethe', ...filler];
      expect(cellsOf(shape, long)).toEqual(['a', 'b', '+c']);
    }
  });

  it('omits added columns that a person has moved, and does not read a mark as a value', () => {
    const moved = shapeOf(['userId', 'reason', 'escaped', 'phone', 'column', 'line']);
    expect(moved.names).toEqual(['userId', 'phone']);
    expect(cellsOf(moved, ["'=1", 'x', 'lethe', "'+49", '', '2'])).toEqual(['=1', '+49']);
    expect(cellsOf(moved, ["'=1", 'x', '', "'+49", '', '2'])).toEqual(["'=1", "'+49"]);
    expect(cellsOf(moved, ['u', 'x', '', 'lethe', '', ''])).not.toHaveLength(2);
    expect(cellsOf(moved, ['u', 'x', 'lethe'])).not.toHaveLength(2);
  });

  it('removes only trailing empty cells if the file is not an export of Lethe', () => {
    const shape = shapeOf(['userId', ' line ', 'reason', '']);
    expect(shape).toMatchObject({
      names: ['userId', 'line', 'reason'],
      added: [],
      escapedColumn: -1,
    });
    expect(cellsOf(shape, ["'+1", 'lethe', 'lethe', ' '])).toEqual(["'+1", 'lethe', 'lethe']);
    expect(cellsOf(shape, ['1', '', '', '', 'x'])).toHaveLength(5);
  });

  it('rejects refused rows without the column "escaped"', () => {
    expect(() => shapeOf(EXPORTED.slice(0, -1))).toThrow('the column "escaped" is missing');
  });
});

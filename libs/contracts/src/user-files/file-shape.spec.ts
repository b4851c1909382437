import { cellsOf, shapeOf } from './file-shape.js';

const EXPORTED = ['line', 'column', 'reason', 'userId', 'phone', 'escaped'];

describe('the shape of a CSV file', () => {
  it('leaves out what an export added, and reads cells as they were only where the row says so', () => {
    const shape = shapeOf(EXPORTED);
    expect(shape).toMatchObject({ names: ['userId', 'phone'], own: [3, 4] });
    const row = ['2', 'phone', 'is wrong', "'=1", "'+49"];
    expect(cellsOf(shape, [...row, 'lethe'])).toEqual(['=1', '+49']);
    expect(cellsOf(shape, [...row, ''])).toEqual(["'=1", "'+49"]);
    expect(cellsOf(shape, row)).toEqual(["'=1", "'+49"]);
  });

  it('finds a row that does not fit again, also where a spreadsheet filled it up', () => {
    const shape = shapeOf([...EXPORTED, '', '']);
    for (const filler of [[], ['', ''], ['', '', '']]) {
      expect(cellsOf(shape, ['2', '', 'x', 'short', 'lethe', ...filler])).toEqual(['short']);
      const long = ['2', '', 'x', 'a', 'b', "'+c", 'lethe', ...filler];
      expect(cellsOf(shape, long)).toEqual(['a', 'b', '+c']);
    }
  });

  it('leaves them out wherever a person moved them, and reads no mark as a value', () => {
    const moved = shapeOf(['userId', 'reason', 'escaped', 'phone', 'column', 'line']);
    expect(moved.names).toEqual(['userId', 'phone']);
    expect(cellsOf(moved, ["'=1", 'x', 'lethe', "'+49", '', '2'])).toEqual(['=1', '+49']);
    expect(cellsOf(moved, ["'=1", 'x', '', "'+49", '', '2'])).toEqual(["'=1", "'+49"]);
    expect(cellsOf(moved, ['u', 'x', '', 'lethe', '', ''])).not.toHaveLength(2);
    expect(cellsOf(moved, ['u', 'x', 'lethe'])).not.toHaveLength(2);
  });

  it('changes nothing of another file but for empty cells at its end', () => {
    const shape = shapeOf(['userId', ' line ', 'reason', '']);
    expect(shape).toMatchObject({ names: ['userId', 'line', 'reason'], added: [], mark: -1 });
    expect(cellsOf(shape, ["'+1", 'lethe', 'lethe', ' '])).toEqual(["'+1", 'lethe', 'lethe']);
    expect(cellsOf(shape, ['1', '', '', '', 'x'])).toHaveLength(5);
  });

  it('refuses refused rows without the column that says how to read them', () => {
    expect(() => shapeOf(EXPORTED.slice(0, -1))).toThrow('their last column "escaped" is missing');
  });
});

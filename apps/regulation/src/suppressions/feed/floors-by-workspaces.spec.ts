import { inspect } from 'node:util';
import { FloorsByWorkspaces } from './floors-by-workspaces.js';

const floor = (transaction: number) => ({ database: 'here', transaction: String(transaction) });
const sizeOf = (value: unknown): number =>
  inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null }).length;

describe('floors of sets of workspaces', () => {
  it('are independent for each set', () => {
    const floors = new FloorsByWorkspaces();
    floors.of(['ws_a', 'ws_b']).raise(floor(1));
    floors.of(['ws_a']).raise(floor(2));
    expect(floors.of(['ws_a', 'ws_b']).get()).toEqual(floor(1));
    expect(floors.of(['ws_a']).get()).toEqual(floor(2));
    expect(floors.of(['ws_b']).get().transaction).toBe('0');
  });

  it('use little memory even if a large namespace grows often', () => {
    const floors = new FloorsByWorkspaces();
    const workspaceIds = Array.from({ length: 1_000 }, (_, index) => `ws_${index}`);
    for (let grown = 0; grown < 1_100; grown += 1) {
      workspaceIds.push(`ws_more_${grown}`);
      floors.of(workspaceIds).raise(floor(grown));
      floors.of(['ws_polled_often']).raise(floor(7));
    }
    expect(sizeOf(floors)).toBeLessThan(1_000 * 300);
    expect(floors.of(workspaceIds).get()).toEqual(floor(1_099));
    expect(floors.of(['ws_polled_often']).get()).toEqual(floor(7));
    expect(floors.of(workspaceIds.slice(0, 1_001)).get().transaction).toBe('0');
  });
});

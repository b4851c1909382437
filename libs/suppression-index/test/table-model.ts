import fc from 'fast-check';
import type { SuppressedState, SuppressionTable } from '../src/table/suppression-table.js';

export interface Change {
  readonly workspaceId: string;
  readonly userId: string;
  readonly state: SuppressedState | undefined;
}

/** Ids that become equal by a wrong concatenation, truncation or conversion. */
const WORKSPACES = ['a', 'a-b', 'ws_1', 'ws_12', 'W'.repeat(64)];
const USERS = [
  'b',
  'a:b',
  '1',
  '2user',
  'user',
  'User',
  'é',
  'e\u0301',
  '日本',
  '😀',
  '\ud83d',
  '\ufffd',
  'ü'.repeat(256),
  'ü'.repeat(255),
];
const SOURCES = ['s1', 's2', 's1-s2', 's', '*'];

export const state: fc.Arbitrary<SuppressedState | undefined> = fc.option(
  fc.record({
    allSources: fc.boolean(),
    sourceIds: fc.subarray(SOURCES).chain((ids) => fc.shuffledSubarray([...ids, ...ids])),
  }),
  { nil: undefined },
);

export const change: fc.Arbitrary<Change> = fc.record({
  workspaceId: fc.constantFrom(...WORKSPACES),
  userId: fc.constantFrom(...USERS),
  state,
});

/** A simple and correct implementation of the table. */
export class Model {
  private readonly users = new Map<string, SuppressedState>();

  get size(): number {
    return this.users.size;
  }

  apply({ workspaceId, userId, state }: Change): void {
    const key = JSON.stringify([workspaceId, userId]);
    if (state === undefined || !(state.allSources || state.sourceIds.length > 0)) {
      this.users.delete(key);
    } else this.users.set(key, state);
  }

  isSuppressed(workspaceId: string, userId: string, sourceId: string): boolean {
    const state = this.users.get(JSON.stringify([workspaceId, userId]));
    if (state === undefined) return false;
    const { allSources, sourceIds } = state;
    return allSources || sourceIds.includes('*') || sourceIds.includes(sourceId);
  }

  /** Number of distinct source sets. */
  get sourceSets(): number {
    const some = [...this.users.values()].filter(
      ({ allSources, sourceIds }) => !allSources && !sourceIds.includes('*'),
    );
    return new Set(some.map(({ sourceIds }) => [...new Set(sourceIds)].sort().join())).size;
  }

  /** Compares all users and sources that `change` can generate. */
  expectSame(table: SuppressionTable): void {
    expect(table.size).toBe(this.size);
    expect(table.sourceSets.size).toBe(this.sourceSets);
    for (const workspaceId of WORKSPACES) {
      for (const userId of USERS) {
        for (const sourceId of [...SOURCES, 'other']) {
          const key = { workspaceId, userId, sourceId };
          const isSuppressed = table.isSuppressed(workspaceId, userId, sourceId);
          const expected = this.isSuppressed(workspaceId, userId, sourceId);
          if (isSuppressed !== expected) throw new Error(`${JSON.stringify(key)}: ${expected}`);
        }
      }
    }
  }
}

export function applyAll(changes: readonly Change[], table: SuppressionTable, model?: Model): void {
  for (const { workspaceId, userId, state } of changes) {
    table.set(workspaceId, userId, state);
    model?.apply({ workspaceId, userId, state });
  }
}

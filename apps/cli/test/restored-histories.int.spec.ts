import { describeWithKafka, usualOrLong, waitFor } from '@lethe/testing';
import { runCli } from './cli-under-test.js';
import { Restorable } from './restorable.js';

const WORKSPACES = ['ws_a', 'ws_b'];
const USERS = 12;
const SOURCES = [undefined, ['s1'], ['s1', 's2'], ['s3']];

/** Returns pseudo-random numbers from a seed (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * After `lethe restored`, exactly the users are suppressed who are suppressed in the restored
 * database, or whose suppression is on the topic and not in the backup. This must hold for a backup
 * at any time in a history of overlapping creates and cancels.
 */
describeWithKafka('a restore in the middle of a history', () => {
  it.each(usualOrLong([1], [1, 2, 3, 4, 5, 6, 7, 8]))('loses no user (seed %s)', async (seed) => {
    const random = randomFrom(seed);
    const lethe = await Restorable.make();
    try {
      /** Active regulations in the current database. */
      let known: [workspaceId: string, id: string][] = [];
      const step = async (): Promise<void> => {
        const [regulation] = random(5) < 2 ? known.splice(random(known.length || 1), 1) : [];
        if (regulation !== undefined) return lethe.cancel(...regulation);
        const workspaceId = WORKSPACES[random(WORKSPACES.length)] ?? '';
        const users = [{ userId: `user ${random(USERS)}` }, { userId: `user ${random(USERS)}` }];
        const sourceIds = SOURCES[random(SOURCES.length)];
        const scope = sourceIds === undefined ? {} : { sourceIds };
        const request = { regulationType: 'suppress', users, ...scope } as const;
        const ids = await lethe.create(workspaceId, request);
        known.push(...ids.map((id): [string, string] => [workspaceId, id]));
      };
      const steps = async (count: number): Promise<void> => {
        for (let left = count; left > 0; left -= 5) await Promise.all([1, 2, 3, 4, 5].map(step));
      };
      const inDatabase = async (): Promise<Set<string>> => {
        const rows = await lethe.query<{ key: string }>(
          `select workspace_id || ':' || user_id || ' ' || source_id as key
             from regulation.suppressions where active_count > 0`,
        );
        return new Set(rows.map(({ key }) => key));
      };

      await lethe.start();
      await addSources(lethe);
      await steps(40);
      await lethe.stop();
      const backup = await lethe.backUp();
      const before = await inDatabase();
      const knownBefore = [...known];
      await lethe.start();
      await steps(40);
      await lethe.told();
      await lethe.putBack(backup);
      await waitFor(() => lethe.refusal, { message: 'the relay to refuse' });
      const published = new Set(await lethe.topic());
      known = knownBefore;
      await steps(20);
      const since = await inDatabase();

      const apply = () => runCli(['restored', '--apply'], lethe.environment);
      const expected = new Set([...since, ...[...published].filter((key) => !before.has(key))]);
      // The second run begins before the relay has published anything.
      expect(await apply()).toMatchObject({ code: 0, stderr: [] });
      const regulations = 'select id, canceled from regulation.regulations order by id';
      const repaired = await lethe.query(regulations);
      expect(await apply()).toMatchObject({ code: 0, stderr: [] });
      expect(await lethe.query(regulations)).toEqual(repaired);
      expect([...(await inDatabase())].sort()).toEqual([...expected].sort());
      await waitFor(() => lethe.refusal === undefined);
      await lethe.told();
      expect(await lethe.topic()).toEqual([...expected].sort());

      // The row of each suppression has the correct number of active regulations, so a cancel of
      // all regulations lifts every suppression.
      const active = await lethe.query<{ workspace_id: string; id: string }>(
        'select workspace_id, id from regulation.regulations where not canceled',
      );
      for (const { workspace_id: workspaceId, id } of active) await lethe.cancel(workspaceId, id);
      expect(await inDatabase()).toEqual(new Set());
      await lethe.told();
      expect(await lethe.topic()).toEqual([]);
      expect(lethe.refusal).toBeUndefined();
    } finally {
      await lethe.remove();
    }
  });
});

async function addSources(lethe: Restorable): Promise<void> {
  await lethe.query(
    `insert into catalog.workspaces (id, name) select id, id from unnest($1::text[]) id`,
    [WORKSPACES],
  );
  await lethe.query(
    `insert into catalog.sources (workspace_id, id, name, type, write_key, enabled, config)
     select w, s, s, 'Javascript', w || s, true, '{}' from unnest($1::text[]) w, unnest($2::text[]) s`,
    [WORKSPACES, ['s1', 's2', 's3']],
  );
}

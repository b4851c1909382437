import { RegulationEvents } from '../src/record/regulation-events.js';
import { rebuildSuppressions } from '../src/restore/rebuild-suppressions.js';
import { newTestService, type TestService } from './test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await newTestService();
});
afterAll(() => service.close());

/**
 * Rebuilds the suppressions of a user that was published as suppressed at all sources. The database
 * now suppresses the user at `sources` sources.
 */
async function rebuiltOf(userId: string, sources: number, isOversized = false): Promise<unknown[]> {
  return service.database.transaction(async (manager) => {
    await manager.query(
      `insert into regulation.suppressions
         (workspace_id, user_id, source_id, active_count, first_at, changed_at)
       select 'ws_a', $1, 'src_' || s, 1, now(), now() from generate_series(1, $2::int) as s`,
      [userId, sources],
    );
    await manager.query(
      `create temporary table published_states on commit drop as
       select 'ws_a' as workspace_id, $1::text as user_id, '{*}'::text[] as sources,
              $2::boolean as is_oversized,
              (extract(epoch from now()) * 1000000)::bigint - 1 as micros`,
      [userId, isOversized],
    );
    return rebuildSuppressions(manager, new RegulationEvents('test.'));
  });
}

describe('a user that was published as suppressed at all sources', () => {
  it.each([5, 8_000])(
    'is suppressed again if the database has suppressions at %i sources',
    async (sources) => {
      const userId = `of-${sources}`;
      expect(await rebuiltOf(userId, sources)).toEqual([
        { workspaceId: 'ws_a', userId, sources: ['*'] },
      ]);
    },
  );

  it('is not changed if the sources were too many for a record, and the database has them', async () => {
    expect(await rebuiltOf('too-many', 8_000, true)).toEqual([]);
  });

  it('is suppressed again if the sources were too many for a record, and the database lacks them', async () => {
    expect(await rebuiltOf('once-too-many', 5, true)).toHaveLength(1);
  });
});

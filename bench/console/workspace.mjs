import { seedRegulations } from '../support/seed-regulations.mjs';
import { WORKSPACE, WORKSPACE_FILE } from '../support/workspace.mjs';

/** Of whoever changes regulations while somebody else looks at them. */
export const LIVE_TOKEN = 'lth_live_0123456789abcdefghijkl';
/** A user with many regulations. */
export const PERSON = 'person-of-the-benchmark';

const DESTINATIONS = 5;
const JOBS = 20_000;
const OF_PERSON = 50;
const [workspace] = WORKSPACE_FILE.workspaces;

/** The usual one, with a second token. */
export const WORKSPACES = {
  workspaces: [
    {
      ...workspace,
      tokens: [
        ...workspace.tokens,
        { name: 'live', email: 'live@example.com', token: LIVE_TOKEN, role: 'admin' },
      ],
    },
  ],
};

/** Stores regulations, deletion jobs of which three in four have ended, and regulations of one user. */
export async function fillWorkspace({ database, gateway }, regulations) {
  await seedRegulations(database, regulations);
  await database.query(
    `insert into regulation.deletion_jobs
       (workspace_id, request_id, destination_id, destination_type, state, held, created_at, changed_at, claimable_at,
        due_at, started_at, finished_at)
     select $1, gen_random_uuid(), 'dst_' || n % $3, 'WEBHOOK', case when n % 4 = 0 then 'pending' else 'complete' end,
            false, at, at, at, at + interval '30 days', case when n % 4 > 0 then at end,
            case when n % 4 > 0 then at end
       from (select n, now() - n * interval '1 minute' as at from generate_series(1, $2::bigint) as n) row`,
    [WORKSPACE, JOBS, DESTINATIONS],
  );
  await database.query('vacuum (analyze) regulation.deletion_jobs');
  for (let number = 0; number < OF_PERSON; number += 1) {
    const answer = await fetch(`${gateway.url}/v2/regulations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${LIVE_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        regulationType: 'suppress',
        users: [{ userId: PERSON, email: `person-${number}@example.com` }],
      }),
    });
    if (answer.status !== 201) throw new Error(`a create was answered with ${answer.status}`);
    await answer.text();
  }
}

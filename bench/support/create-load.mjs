import autocannon from 'autocannon';
import { TOKEN } from './workspace.mjs';

const CONNECTIONS = 32;

let users = 0;

/**
 * Creates regulations of one user each, over connections that are kept alive.
 *
 * @param contestant its `url`; what was acknowledged is added to its `acknowledged`
 * @returns acknowledged creates per second, and the latency that 99 of 100 stay under, in ms
 */
export async function load(contestant, seconds) {
  const result = await autocannon({
    url: contestant.url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/v2/regulations',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: bodyOfNextUser() }),
      },
    ],
  });
  const refused = result.non2xx + result.errors;
  if (refused > 0) throw new Error(`${refused} creates failed at ${contestant.url}`);
  contestant.acknowledged += result['2xx'];
  return { rate: result['2xx'] / result.duration, p99: result.latency.p99 };
}

/** @throws Error when fewer are stored than were acknowledged */
export async function assertStored(database, { acknowledged }) {
  const { rows } = await database.query(`
    select least((select count(*) from regulation.regulations),
                 (select count(*) from regulation.suppressions))::int as stored`);
  if (rows[0].stored < acknowledged) {
    throw new Error(`${acknowledged} creates were acknowledged, ${rows[0].stored} are stored`);
  }
}

function bodyOfNextUser() {
  users += 1;
  return `{"regulationType":"suppress","users":[{"userId":"user-${users}"}]}`;
}

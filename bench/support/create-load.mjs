import { fire } from './fire.mjs';
import { suppressionOf } from './http-client.mjs';

const CONNECTIONS = 32;

let users = 0;

/**
 * Creates regulations with one user each, over connections that are kept alive.
 *
 * @param contestant has the `url`. The number of acknowledged creates is added to its
 *   `acknowledged`.
 * @returns acknowledged creates per second, and the 99th percentile of the latency in ms
 */
export async function load(contestant, seconds) {
  const setupRequest = (request) => ({ ...request, body: suppressionOf(`user-${(users += 1)}`) });
  const { answered, rate, p99 } = await fire({
    url: contestant.url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [{ method: 'POST', path: '/v2/regulations', setupRequest }],
  });
  contestant.acknowledged += answered;
  return { rate, p99 };
}

/** @throws Error if fewer regulations are stored than were acknowledged */
export async function assertStored({ database, acknowledged }) {
  const { rows } = await database.query(`
    select least((select count(*) from regulation.regulations),
                 (select count(*) from regulation.suppressions))::int as stored`);
  if (rows[0].stored < acknowledged) {
    throw new Error(`${acknowledged} creates were acknowledged, only ${rows[0].stored} are stored`);
  }
}

import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { SIGNING_SECRET } from '../support/workspace.mjs';

/**
 * Calls webhooks with the bodies and signatures of a deletion worker. Each webhook gets one call at
 * a time.
 *
 * @param receiver its address
 * @param ids of the webhooks
 * @param {{ users: number, each: number }} size number of users in a call, and of calls to each
 *   destination
 */
export async function callDirectly(receiver, ids, { users, each }) {
  const agent = new Agent({ keepAlive: true });
  const callAll = async (id) => {
    for (let n = 0; n < each; n += 1) await callOnce(agent, `${receiver}/${id}`, bodyOf(users));
  };
  await Promise.all(ids.map(callAll));
  agent.destroy();
}

function bodyOf(users) {
  const list = Array.from({ length: users }, () => {
    const userId = randomUUID();
    return { regulationId: randomUUID(), userId, identifiers: { userId } };
  });
  const timestamp = new Date().toISOString();
  const data = { jobId: '1', users: list };
  return JSON.stringify({ type: 'user.deletion_requested', timestamp, data });
}

async function callOnce(agent, url, body) {
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', SIGNING_SECRET).update(`${id}.${timestamp}.${body}`);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature.digest('base64')}`,
  };
  const [answer] = await once(
    request(url, { method: 'POST', agent, headers }).end(body),
    'response',
  );
  answer.resume();
  await once(answer, 'end');
}

import { setTimeout as delay } from 'node:timers/promises';
import { startConsumer } from './support/arrivals.mjs';
import { HttpClient } from './support/http-client.mjs';
import { target } from './support/report.mjs';
import { median, round, SPREAD, spread } from './support/statistics.mjs';
import { startSystem } from './support/system.mjs';

export const title = 'from the 201 to the record being with a consumer, one create at a time';

const FULL = { samples: 1_000, warmUp: 50 };
const QUICK = { samples: 50, warmUp: 5 };

export async function run(session) {
  const { samples, warmUp } = session.quick ? QUICK : FULL;
  const system = await startSystem(session);
  const client = new HttpClient(system.gateway.url);
  session.defer(() => client.close());
  const arrivals = await startConsumer(session, system.brokers);
  session.progress('waiting for the first record');
  await firstRecord(client, arrivals);

  session.progress(`${samples} creates`);
  const [creates, delays] = [[], []];
  for (let number = 1; number <= warmUp + samples; number += 1) {
    const userId = `user-${number}`;
    const arrival = arrivals.expect(userId);
    const { durationMs, answeredAt } = await client.create(requestOf(userId));
    const arrivedAt = await arrival;
    if (number > warmUp) {
      creates.push(durationMs);
      delays.push(arrivedAt - answeredAt);
    }
    await delay(Math.random() * 50); // in step with no timer of the relay or the broker
  }

  return {
    table: [
      ['ms', ...SPREAD],
      ['create, to the last byte of the answer', ...spread(creates)],
      ['201 → consumer of the topic', ...spread(delays)],
    ],
    figures: { createMs: creates, delayMs: delays },
    targets: [target('median ms', round(median(delays)), { atMost: 25 })],
  };
}

/** The relay leads and the consumer has joined once this is through. */
async function firstRecord(client, arrivals) {
  const arrival = arrivals.expect('first');
  await client.create(requestOf('first'));
  await arrival;
}

function requestOf(userId) {
  return JSON.stringify({ regulationType: 'suppress', users: [{ userId }] });
}

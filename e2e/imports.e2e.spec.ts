import { request, type ClientRequest } from 'node:http';
import type { ImportDto } from '@lethe/api/imports';
import { describeWithKafka, waitFor } from '@lethe/testing';
import { findWrongFacts } from './support/facts.js';
import type { FailPoint } from './support/failpoints.js';
import { findWrongStates } from './support/states.js';
import { TOKENS } from './support/workspaces.js';
import { System } from './system.js';

/** Number of users, enough for several portions and several parts of the file. */
const USERS = 8_000;
const ROWS = Array.from(
  { length: USERS },
  (_, n) => `user-${n},user-${n}@example.com,+49 30 ${n}\n`,
);
const FILE = Buffer.from(`userId,email,phone\n${ROWS.join('')}`);
const HALF = Math.floor(FILE.length / 2);

/** Points at which the service is killed during an import, one after another. */
const POINTS: readonly FailPoint[] = [
  'before noting a portion',
  'after noting a portion',
  'before commit',
  'after commit',
];

describeWithKafka('a file of users', () => {
  let system: System;

  beforeAll(async () => {
    system = await System.start();
    await system.leader();
  });

  afterAll(() => system.stop());

  it('is imported once and completely, even if gateway and service are killed in each step', async () => {
    const [gateway, service] = [system.gateways[0]!, system.regulations[0]!];

    const broken = send('POST', '?id=imp&regulationType=suppress', {});
    const end = endOf(broken);
    broken.write(FILE.subarray(0, HALF));
    await waitFor(async () => (await found()).receivedBytes > 0, { message: 'the first part' });
    await gateway.kill();
    expect(await end).toBe('broken');
    gateway.start();
    await system.ready();

    const { receivedBytes } = await found();
    expect(receivedBytes).toBeGreaterThan(0);
    expect(receivedBytes).toBeLessThanOrEqual(HALF);
    system.arm(service, 'after commit', 'SIGKILL');
    const uploaded = uploadRest();
    for (const point of POINTS) {
      await killed();
      system.arm(service, point, 'SIGKILL');
      service.start();
    }
    await uploaded;
    await killed();
    expect(await created()).toBeLessThan(USERS);
    system.arm(service, 'after the publish', 'SIGKILL');
    service.start();
    await killed();
    service.start();

    await system.ready();
    await waitFor(async () => (await found()).state !== 'running', {
      message: 'the end of the import',
    });
    expect(await found()).toMatchObject({
      ...{ state: 'done', rows: USERS, created: USERS, refused: 0, repeated: 0 },
      receivedBytes: FILE.length,
    });
    expect(await created()).toBe(USERS);
    expect(await system.query('select from regulation.import_pieces')).toEqual([]);
    await system.drained();
    expect(await findWrongFacts(system)).toEqual([]);
    expect(await findWrongStates(system)).toEqual([]);
    expect(await system.query(COUNTED_WRONG)).toEqual([]);
  });

  /**
   * Sends the rest of the file as clients do: after a refusal (the service has no process for a
   * moment), the client asks for the stored length and continues there.
   */
  async function uploadRest(): Promise<void> {
    const isUploaded = async (): Promise<boolean> => {
      const { state, receivedBytes } = await found();
      if (state !== 'uploading') return true;
      const rest = send('PATCH', '/imp', {
        'upload-offset': String(receivedBytes),
        'content-type': 'application/partial-upload',
      });
      const answered = endOf(rest);
      rest.end(FILE.subarray(receivedBytes));
      return (await answered) === 200;
    };
    await waitFor(isUploaded, { message: 'the rest of the file to be stored' });
  }

  async function killed(): Promise<void> {
    await system.fired(system.regulations[0]!);
    expect(await system.regulations[0]!.exited).toMatchObject({ signal: 'SIGKILL' });
  }

  async function found(): Promise<ImportDto> {
    const { status, text } = await system.api().request('GET', '/v2/imports/imp');
    if (status !== 200) throw new Error(`the import cannot be read: ${text}`);
    return JSON.parse(text) as ImportDto;
  }

  async function created(): Promise<number> {
    const [row] = await system.query<{ users: number; all: number }>(
      `select count(distinct user_id)::int as users, count(*)::int as all from regulation.regulations`,
    );
    expect(row!.all).toBe(row!.users); // no user has two regulations
    return row!.all;
  }

  function send(method: string, path: string, headers: Record<string, string>): ClientRequest {
    return request(`${system.addressOf(0)}/v2/imports${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKENS.admin}`, 'content-type': 'text/csv', ...headers },
    });
  }
});

/** Finds suppressions whose count is not the number of their regulations. */
const COUNTED_WRONG = `
  select user_id, active_count from regulation.suppressions where active_count <> 1
  union all
  select user_id, 0 from regulation.regulations r
   where not exists (select from regulation.suppressions s where s.user_id = r.user_id)`;

/** @returns the status; `broken` if the connection ended before an answer */
function endOf(sent: ClientRequest): Promise<number | 'broken'> {
  return new Promise((resolve) => {
    sent.once('error', () => {
      resolve('broken');
    });
    sent.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
  });
}

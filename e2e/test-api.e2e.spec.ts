import { describeWithKafka, usualOrLong } from '@lethe/testing';
import { StandaloneSystem } from './standalone-system.js';
import { TOKENS } from './support/workspaces.js';
import { System } from './system.js';
import { SECRETS, testApiCases, type TestApiCase } from './test-api/cases.js';
import { Receiver } from './test-api/receiver.js';
import { HOOK_SECRET, testApiWorkspaces } from './test-api/workspace.js';

const ADMIN = `Basic ${Buffer.from(`Admin@E2E.example:${TOKENS.admin}`).toString('base64')}`;

interface Target {
  readonly address: string;
  /** Output of the processes, and all records on the topics of test runs. */
  traces(): Promise<string>;
  stop(): Promise<void>;
}

const cluster = async (workspaces: readonly object[]): Promise<Target> => {
  const system = await System.start({ workspaces, runners: 1 });
  return {
    address: system.addressOf(0),
    stop: () => system.stop(),
    traces: async () => {
      const records = await Promise.all([
        system.records('testRequests'),
        system.records('testResults'),
      ]);
      expect(records.map((ofTopic) => ofTopic.length > 0)).toEqual([true, true]);
      const texts = records.flat().map(({ value }) => String(value));
      return [system.output, ...texts].join('\n');
    },
  };
};
const standalone = async (workspaces: readonly object[]): Promise<Target> => {
  const system = await StandaloneSystem.start(workspaces);
  return {
    address: system.address,
    stop: () => system.stop(),
    traces: () => Promise.resolve(system.app.output),
  };
};

/** @param without names of cases to leave out */
function testTheApi(
  start: (workspaces: readonly object[]) => Promise<Target>,
  without: readonly string[] = [],
): void {
  let receiver: Receiver;
  let target: Target;

  beforeAll(async () => {
    receiver = await Receiver.start();
    target = await start(testApiWorkspaces(receiver.url));
  });
  afterAll(async () => {
    await target.stop();
    await receiver.stop();
  });

  const send = async ({ path, body, authorization = ADMIN }: TestApiCase) => {
    const ask = () =>
      fetch(`${target.address}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(authorization === '' ? {} : { authorization }),
        },
        body: JSON.stringify(body),
      });
    const response = await ask();
    const text = await response.text();
    return { status: response.status, text, answer: JSON.parse(text) as unknown };
  };

  // The receiver has not started, so its address is empty here. The table needs only names.
  const names = testApiCases('').map(({ name }) => name);
  it.each(names.filter((name) => !without.includes(name)))('%s', async (name) => {
    const one = testApiCases(receiver.url).find((row) => row.name === name)!;
    const before = receiver.requests.length;
    const { status, text, answer } = await send(one);
    expect({ status, answer }).toEqual({ status: one.status, answer: one.expected });
    expect(receiver.requests.length - before).toBe(one.sent);
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  });

  it('sends exactly the shown body, with the real secrets', async () => {
    const stage = { user_transform: true, dest_transform: true, send_to_destination: true };
    const message = { type: 'identify', userId: 'wire-1', traits: { name: 'Ünïcödé "✓"' } };
    const before = receiver.requests.length;
    const { answer } = await send({
      path: '/v0/testDestination/dst_hook',
      body: { message, stage },
    } as TestApiCase);
    const { data } = answer as { data: Record<string, never>[] };
    const [shown] = data[0]!.dest_transformed_payload as unknown as {
      headers: Record<string, string>;
      body: { JSON: object };
    }[];
    const arrived = receiver.requests.slice(before);
    expect(arrived).toHaveLength(1);
    expect(arrived[0]!.body).toBe(JSON.stringify(shown!.body.JSON));
    expect(arrived[0]!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-api-key': HOOK_SECRET,
    });
    expect(shown!.headers['x-api-key']).toBe('ho***');
  });

  it('leaves no secret on a topic or in a log', async () => {
    const traces = await target.traces();
    for (const secret of [...SECRETS, ...Object.values(TOKENS)]) {
      expect(traces).not.toContain(secret);
      expect(traces).not.toContain(Buffer.from(secret).toString('base64').slice(0, -4));
    }
  });
}

describeWithKafka('the Test API of a cluster', () => {
  testTheApi(cluster);
});

describe('the Test API of the standalone app', () => {
  // The omitted case takes four seconds of CPU, and the sandbox is the same as in the cluster.
  testTheApi(standalone, usualOrLong(['ends a user transformation that never ends'], []));
});

import { describeWithKafka } from '@lethe/testing';
import { StandaloneSystem } from './standalone-system.js';
import { TOKENS } from './support/workspaces.js';
import { System } from './system.js';
import { Receiver } from './test-api/receiver.js';

const TURNS = 12;
const MESSAGE = { type: 'track', event: 'Signed up', userId: 'u-1' };
const ALL = { user_transform: true, dest_transform: true, send_to_destination: true };
const SHOW = { ...ALL, send_to_destination: false };

const hook = (id: string, url: string, more: object = {}) => ({
  ...{ id, name: id, type: 'WEBHOOK', config: { webhookUrl: url, webhookMethod: 'POST' } },
  ...more,
});

function workspaces(receiver: string): readonly object[] {
  const code =
    "import { mark } from 'marks'; export const transformEvent = (event) => ({ ...event, mark: mark() });";
  return [
    {
      id: 'ws_fresh',
      name: 'Fresh',
      tokens: [{ name: 'admin', email: 'a@e2e.example', token: TOKENS.admin, role: 'admin' }],
      transformations: [
        { id: 'tr_own', name: 'own', code: 'export const transformEvent = (e) => e;' },
        { id: 'tr_lib', name: 'lib', code },
      ],
      libraries: [{ id: 'lib_marks', name: 'marks', code: "export const mark = () => '';" }],
      sources: [{ id: 'src_web', name: 'Website', type: 'Javascript' }],
      destinations: [
        hook('dst_own', `${receiver}/own`, { transformation: 'tr_own' }),
        hook('dst_lib', `${receiver}/lib`, { transformation: 'tr_lib' }),
        hook('dst_moves', `${receiver}/before`),
        hook('dst_joins', `${receiver}/joins`),
      ],
      connections: [
        { sourceId: 'src_web', destinationId: 'dst_moves' },
        { sourceId: 'src_web', destinationId: 'dst_joins' },
      ],
    },
  ];
}

/**
 * @param start starts a system; returns the addresses of the gateway that saves and of the gateway
 *   that tests
 */
function testFreshness(
  start: (of: readonly object[]) => Promise<{ addresses: [string, string]; stop(): Promise<void> }>,
): void {
  let receiver: Receiver;
  let target: Awaited<ReturnType<typeof start>>;

  beforeAll(async () => {
    receiver = await Receiver.start();
    target = await start(workspaces(receiver.url));
  });
  afterAll(async () => {
    await target.stop();
    await receiver.stop();
  });

  async function ask(gateway: 0 | 1, method: string, path: string, body?: object) {
    const response = await fetch(`${target.addresses[gateway]}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKENS.admin}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, answer };
  }
  const save = async (path: string, body: object) => {
    const { status, headers } = await ask(0, 'PATCH', path, body);
    expect(status).toBe(200);
    return headers;
  };
  const test = async (path: string, stage = ALL) => {
    const before = receiver.requests.length;
    const tested = await ask(1, 'POST', path, { message: MESSAGE, stage });
    return { ...tested, sent: receiver.requests.slice(before) };
  };
  const codeOf = (mark: string) =>
    `export const transformEvent = (e) => ({ ...e, mark: '${mark}' });`;
  const markOf = (body: string | undefined) => (JSON.parse(body ?? '{}') as { mark?: string }).mark;

  it('uses the transformation that was just saved, and returns its version', async () => {
    const wrong: unknown[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      // After tests in quick succession, the gateway does not ask for the saved versions before
      // each test. The save must wait until this period ends.
      for (let quick = turn % 3 === 0 ? 3 : 0; quick > 0; quick -= 1) {
        await test('/v0/testDestination/dst_own', SHOW);
      }
      await save('/transformations/tr_own', { code: codeOf(`own-${turn}`) });
      const { sent, headers } = await test('/v0/testDestination/dst_own');
      if (markOf(sent[0]?.body) !== `own-${turn}`) wrong.push([turn, sent[0]?.body]);
      else
        expect(headers.get('lethe-versions')).toMatch(
          new RegExp(`;transformation="tr_own";version=${turn + 2}$`),
        );
    }
    expect(wrong).toEqual([]);
  });

  it('uses the library that was just saved', async () => {
    const wrong: unknown[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      await save('/transformation-libraries/lib_marks', {
        code: `export const mark = () => 'lib-${turn}';`,
      });
      const { sent } = await test('/v0/testDestination/dst_lib');
      if (markOf(sent[0]?.body) !== `lib-${turn}`) wrong.push([turn, sent[0]?.body]);
    }
    expect(wrong).toEqual([]);
  });

  it('sends to the address that was just saved, from a destination and from its source', async () => {
    const wrong: unknown[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const config = { webhookUrl: `${receiver.url}/moved-${turn}`, webhookMethod: 'POST' };
      const etag = (await save('/v2/destinations/dst_moves', { config })).get('etag');
      const one = await test('/v0/testDestination/dst_moves');
      const all = await test('/v0/testSource/src_web');
      const paths = [...one.sent, ...all.sent]
        .map(({ path }) => path)
        .filter((path) => path !== '/joins');
      if (paths.some((path) => path !== `/moved-${turn}`)) wrong.push([turn, paths]);
      else expect(one.headers.get('lethe-versions')).toContain(`destination=${etag}`);
    }
    expect(wrong).toEqual([]);
  });

  it('does not test a destination that was just disabled', async () => {
    const wrong: unknown[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const enabled = turn % 2 === 1;
      await save('/v2/destinations/dst_joins', { enabled });
      const one = await test('/v0/testDestination/dst_joins');
      const all = await test('/v0/testSource/src_web');
      const joined = [...one.sent, ...all.sent].filter(({ path }) => path === '/joins');
      if (joined.length !== (enabled ? 2 : 0)) wrong.push([turn, joined.length]);
    }
    expect(wrong).toEqual([]);
  });

  it('uses code that was just saved in tests of transformations and in test cases', async () => {
    const path = '/transformations/tr_own/test-cases';
    const made = await ask(0, 'POST', path, {
      ...{ name: 'mark', event: MESSAGE, expected: [{ event: { ...MESSAGE, mark: 'case' } }] },
    });
    expect(made.status).toBe(201);
    const wrong: unknown[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const mark = turn % 2 === 0 ? 'case' : 'other';
      await save('/transformations/tr_own', { code: codeOf(mark) });
      const cases = await ask(1, 'POST', `${path}/run`, {});
      const one = await ask(1, 'POST', '/v0/testTransformation', {
        ...{ transformationId: 'tr_own', events: [MESSAGE] },
      });
      const { results } = one.answer as { results: { output: { event: { mark: string } }[] }[] };
      const [passed, received] = [cases.answer.passed, results[0]?.output[0]?.event.mark];
      if (passed !== (mark === 'case' ? 1 : 0) || received !== mark)
        wrong.push([turn, passed, received]);
      else expect(one.answer.versions).toMatchObject({ transformation: { id: 'tr_own' } });
    }
    expect(wrong).toEqual([]);
  });
}

describeWithKafka('a test right after a save at another gateway', () => {
  testFreshness(async (of) => {
    const system = await System.start({ workspaces: of, gateways: 2, runners: 1 });
    return {
      addresses: [system.addressOf(0), system.addressOf(1)],
      stop: () => system.stop(),
    };
  });
});

describe('a test right after a save in the standalone app', () => {
  testFreshness(async (of) => {
    const system = await StandaloneSystem.start(of);
    return { addresses: [system.address, system.address], stop: () => system.stop() };
  });
});

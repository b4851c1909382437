import { StandaloneSystem } from './standalone-system.js';
import { TOKENS } from './support/workspaces.js';
import { Receiver } from './test-api/receiver.js';
import { HOOK_SECRET, RUN_ONLY, testApiWorkspaces } from './test-api/workspace.js';

let receiver: Receiver;
let system: StandaloneSystem;

beforeAll(async () => {
  receiver = await Receiver.start();
  system = await StandaloneSystem.start(testApiWorkspaces(receiver.url));
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

const OF_MASK = '/transformations/tr_mask/test-cases';
const EVENT = { type: 'track', userId: 'u-1', context: { email: 'ada@example.com' } };
const MASKED = { ...EVENT, context: { email: '***' } };

async function post(path: string, body: object, token: string = TOKENS.admin) {
  const response = await fetch(`${system.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Saves test cases, runs all of them, and returns the results by name. */
async function runOf(path: string, cases: Readonly<Record<string, object>>, options: object = {}) {
  for (const [name, more] of Object.entries(cases)) {
    const made = await post(path, { name, event: EVENT, ...more });
    expect(made).toMatchObject({ status: 201 });
  }
  const { body } = await post(`${path}/run`, options, TOKENS.editor);
  return body as { results: { name: string }[] };
}

describe('saved test cases', () => {
  it('pass with the code for which they were written, and show the difference with other code', async () => {
    const cases = { masks: { expected: [MASKED].map((event) => ({ event })) } };
    expect(await runOf(OF_MASK, cases)).toMatchObject({ passed: 1, failed: 0, errors: 0 });
    const other = { code: 'export const transformEvent = (event) => ({ ...event, n: 1 });' };
    expect(await runOf(OF_MASK, {}, other)).toMatchObject({
      ...{ passed: 0, failed: 1, errors: 0 },
      results: [
        {
          ...{ name: 'masks', status: 'failed', actual: [{ event: { ...EVENT, n: 1 } }] },
          diff: [
            { op: 'replace', path: '/0/event/context/email', value: EVENT.context.email },
            { op: 'add', path: '/0/event/n', value: 1 },
          ],
        },
      ],
    });
    const broken = { code: 'export function transformEvent(event) {\n  return event.no.thing;\n}' };
    expect(await runOf(OF_MASK, {}, broken)).toMatchObject({
      ...{ errors: 1 },
      results: [{ error: { message: expect.stringContaining('TypeError') as unknown, line: 2 } }],
    });
  });

  it('of a destination compare its requests with the expected requests, and send nothing', async () => {
    const path = '/v2/destinations/dst_hook/test-cases';
    const only = { stages: ['dest_transform'], expected: [{ requests: [] }] };
    const first = await runOf(path, { requests: only });
    const [{ actual }] = first.results as [{ name: string; actual: object[] }];
    expect(actual).toMatchObject([
      { requests: [{ endpoint: `${receiver.url}/hook`, body: { JSON: EVENT } }] },
    ]);
    expect(JSON.stringify(first)).not.toContain(HOOK_SECRET);
    expect(await runOf(path, { again: { ...only, expected: actual } })).toMatchObject({
      ...{ passed: 1, failed: 1 },
    });
    expect(receiver.requests).toEqual([]);
  });

  it('that never end do not affect other test cases', async () => {
    const path = '/transformations/tr_loop/test-cases';
    const code =
      'export function transformEvent(event) { while (event.hangs) {} return event.drop ? null : event; }';
    const cases = {
      a: { expected: [{ event: EVENT }] },
      hangs: { event: { hangs: true }, expected: [] },
      dropped: { event: { drop: true }, expected: [] },
    };
    expect(await runOf(path, cases, { code })).toMatchObject({
      ...{ passed: 2, failed: 0, errors: 1 },
      results: [{ name: 'a' }, { name: 'dropped' }, { name: 'hangs', status: 'error' }],
    });
  });

  it('are invisible to other workspaces and need the right scopes', async () => {
    expect(await post(`${OF_MASK}/run`, {}, TOKENS.otherAdmin)).toMatchObject({ status: 404 });
    expect(await post(`${OF_MASK}/run`, {}, TOKENS.viewer)).toMatchObject({ status: 403 });
    expect(await post(`${OF_MASK}/run`, {}, RUN_ONLY)).toMatchObject({ status: 403 });
    const made = await post(OF_MASK, { name: 'N', event: {}, expected: [] }, RUN_ONLY);
    expect(made).toMatchObject({ status: 403 });
  });
});

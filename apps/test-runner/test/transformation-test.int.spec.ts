import type { TransformationTestRequested } from '@lethe/contracts';
import { createNativeProvider } from '@lethe/destinations';
import { FairSlots } from '@lethe/resilience';
import { Sandbox } from '@lethe/sandbox';
import { waitFor } from '@lethe/testing';
import type { TestRunParts } from '../src/stages/test-context.js';
import { runTransformationTest } from '../src/runs/run-transformation-test.js';
import { fakeParts, targetOf, turnsOf } from './test-parts.js';

const SECRETS = { key: 'cr3dential-0123456789', hook: 'h00k-header-0123456789' };
const TARGET = targetOf(
  {
    webhookUrl: 'https://example.com/hook',
    webhookMethod: 'POST',
    headers: [{ from: 'x-key', to: SECRETS.hook }],
  },
  {
    credentials: { key: SECRETS.key },
    libraries: [{ name: 'lib', code: 'export const one = 1; export const double = (n) => n * 2;' }],
  },
);
const ADMIN = { mayMoveSecrets: true, mayReadCatalog: true };
const READER = { mayReadCatalog: true };
let saved = TARGET;
const NUMBER = expect.any(Number) as unknown;
const forever = new AbortController().signal;

const sandbox = new Sandbox({ limits: { wallMs: 60_000 } });
const native = createNativeProvider();
afterAll(() => Promise.all([sandbox.close(), native.close()]));

type Details = Partial<TransformationTestRequested['transformationTest']>;

function requestOf(details: Details, more: object = {}): TransformationTestRequested {
  return {
    ...{ runId: 'run-1', requestId: 'request-1', workspaceId: 'ws_1' },
    deadline: Date.now() + 25_000,
    transformationTest: {
      stages: { userTransform: true, destTransform: true },
      events: [{ type: 'track' }],
      ...details,
    },
    ...more,
  };
}

function partsOf(more: Partial<TestRunParts> = {}): TestRunParts {
  return fakeParts({
    findTransformationTarget: () => Promise.resolve(saved),
    runUserCode: (run, options) => sandbox.run(run, options),
    providerOf: () => native,
    ...more,
  });
}

async function test(details: Details, more: object = {}) {
  const options = { turns: turnsOf(), canceled: forever };
  const tested = await runTransformationTest(partsOf(), requestOf(details, more), options);
  if (typeof tested === 'string' || !('results' in tested)) throw new Error(JSON.stringify(tested));
  return tested.results;
}

describe('a test of a transformation', () => {
  it('returns output, log lines with line numbers, and the error of each event', async () => {
    const code = `import { one } from 'lib';
export function transformEvent(event) {
  log('got', event.n);
  if (event.n === 2) return null;
  if (event.n === 3) throw new Error('no');
  return [{ ...event, one }, { n: 0 }];
}`;
    const events = [{ n: 1 }, { n: 2 }, { n: 3 }];
    const results = await test(
      {
        code,
        events,
        stages: { userTransform: true, destTransform: false },
      },
      READER,
    );
    expect(results).toEqual([
      {
        output: [{ event: { n: 1, one: 1 } }, { event: { n: 0 } }],
        dropped: false,
        logs: [{ text: 'got 1', line: 3, column: NUMBER }],
        ms: NUMBER,
      },
      {
        output: [],
        dropped: true,
        logs: [expect.objectContaining({ text: 'got 2' }) as unknown],
        ms: NUMBER,
      },
      {
        ...{
          output: [],
          dropped: false,
          logs: [expect.objectContaining({ text: 'got 3' }) as unknown],
        },
        error: {
          message: expect.stringMatching(/^Error: no\n/) as unknown,
          line: 5,
          column: NUMBER,
        },
        ms: NUMBER,
      },
    ]);
  });

  it('returns the masked requests of the destination, and sends nothing', async () => {
    const [result] = await test({ code: 'export const transformEvent = (e) => e;' }, ADMIN);
    expect(result?.output).toMatchObject([
      { event: { type: 'track' }, requests: [{ headers: { 'x-key': 'h0***' } }] },
    ]);
  });

  it('passes the event on unchanged if there is no transformation', async () => {
    const [result] = await test({});
    expect(result?.output).toMatchObject([{ requests: [{ body: { JSON: { type: 'track' } } }] }]);
    expect(result?.output[0]).not.toHaveProperty('event');
  });

  it('masks credentials, and gives the real credential to the code only for callers with catalog:write', async () => {
    const code = `export const transformEvent = () => {
      const key = getCredential('key');
      log(key);
      return { isReal: key === '${SECRETS.key}', parts: key.split('').join('-'), length: key.length };
    };`;
    const stages = { userTransform: true, destTransform: false };
    const [mine] = await test({ code, stages }, ADMIN);
    expect(mine?.output).toMatchObject([{ event: { isReal: true } }]);
    expect(mine?.logs[0]?.text).toBe('cr***');
    const [theirs] = await test({ code, stages });
    expect(theirs?.output).toMatchObject([
      { event: { isReal: false, length: SECRETS.key.length } },
    ]);
    expect(JSON.stringify(theirs)).not.toContain(SECRETS.key.split('').join('-'));
    const thrown = `export const transformEvent = () => { throw new Error(getCredential('key')); };`;
    const [error] = await test({ code: thrown, stages }, ADMIN);
    expect(error?.error?.message).toMatch(/^Error: cr\*\*\*/);
  });

  it('sends nothing for callers without catalog:write, and reports the reason', async () => {
    const code = `export const transformEvent = async () => ({ x: await fetch('https://example.com/') });`;
    const [result] = await test({ code });
    expect(result?.error).toMatchObject({
      ...{ message: expect.stringContaining('catalog:write') as unknown, line: 1 },
    });
  });

  it('shows no source of a library to callers without catalog:read', async () => {
    const stages = { userTransform: true, destTransform: false };
    const own = 'export const transformEvent = () => ({ shown: `${double}` });';
    const byName = `import { double } from 'lib';\n${own}`;
    const later = `let double; try { ({ double } = await import('lib')); } catch (e) { double = e.message; }\n${own}`;
    for (const code of [byName, later]) {
      const [read] = await test({ code, stages }, READER);
      expect(read?.output).toMatchObject([{ event: { shown: '(n) => n * 2' } }]);
      const [refused] = await test({ code, stages });
      const text = JSON.stringify([refused?.output, refused?.error]);
      expect(text).toContain('catalog:read');
      expect(text).not.toContain('n * 2');
    }
    // Saved code can import libraries.
    saved = {
      ...TARGET,
      transformation: { id: 'tr', name: 'T', code: byName.replace('`${double}`', 'double(2)') },
    };
    const [ran] = await test({ stages });
    expect(ran?.output).toMatchObject([{ event: { shown: 4 } }]);
  });
});

describe('a test after its caller left', () => {
  it('does not begin if it was still waiting for a slot', async () => {
    const turns = new FairSlots({ slots: 1, perOwner: 1, maxWaiting: 10 });
    let free: () => void = () => undefined;
    const blocked = new Promise<void>((done) => (free = done));
    const busy = turns.with('ws_1', undefined, () => blocked);
    const cancel = new AbortController();
    const requested: string[] = [];
    const parts = partsOf({
      findTransformationTarget: (workspaceId) => {
        requested.push(workspaceId);
        return Promise.resolve(TARGET);
      },
    });
    const options = { turns, canceled: cancel.signal };
    const run = runTransformationTest(parts, requestOf({}), options);
    cancel.abort();
    free();
    await busy;
    expect(await run).toBe('canceled');
    expect(requested).toEqual([]);
  });

  it('ends soon, even in an endless loop', async () => {
    const cancel = new AbortController();
    const begun: string[] = [];
    const parts = partsOf({
      runUserCode: (run, options) => {
        begun.push(run.transformation.code);
        return sandbox.run(run, options);
      },
    });
    const code = 'export function transformEvent() { for (;;); }';
    const options = { turns: turnsOf(), canceled: cancel.signal };
    const run = runTransformationTest(parts, requestOf({ code }), options);
    await waitFor(() => begun.length > 0);
    cancel.abort();
    expect(await run).toBe('canceled');
  });
});

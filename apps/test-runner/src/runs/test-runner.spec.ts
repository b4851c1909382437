import { Writable } from 'node:stream';
import { TOPICS, testRunResultSchema, type TestRunResult } from '@lethe/contracts';
import type { OutgoingRecord, Publisher } from '@lethe/messaging';
import { pino } from 'pino';
import { waitFor } from '@lethe/testing';
import { fakeParts, providerOf, requestOf, targetOf, to } from '../../test/test-parts.js';
import type { TestRunParts } from '../stages/test-context.js';
import { sendOverTopic } from './send-result.js';
import { TestRunner } from './test-runner.js';

const NO_CLOCK = { now: () => Promise.resolve(undefined) };

const recordOf = (value: unknown) => ({ value: Buffer.from(JSON.stringify(value)), headers: {} });

function runnerOf(
  publish: (record: OutgoingRecord) => Promise<void> = () => Promise.resolve(),
  parts: Partial<TestRunParts> = {},
) {
  const published: OutgoingRecord[] = [];
  const logged: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged.push(chunk.toString());
      done();
    },
  });
  const publisher: Publisher = {
    connect: () => Promise.resolve(),
    close: () => Promise.resolve(),
    publish: async (records) => {
      for (const record of records) {
        await publish(record);
        published.push(record);
      }
      return new Map();
    },
  };
  const fakes = fakeParts(parts);
  const logger = pino({ level: 'info' }, sink);
  const runner = new TestRunner({
    parts: fakes,
    send: sendOverTopic(publisher, 'x.'),
    maxRuns: 8,
    logger,
    clock: NO_CLOCK,
  });
  const handle = (value: unknown) => runner.handle(recordOf(value), Promise.resolve());
  return { runner, handle, published, logged, sent: fakes.sent };
}

describe('TestRunner', () => {
  it('publishes one result for each destination, with the run id as the key of the record', async () => {
    const { handle, published } = runnerOf();
    await handle(requestOf({ destinationIds: ['dst_1', 'dst_2'] }));
    expect(published).toHaveLength(2);
    for (const { topic, key, headers, value } of published) {
      expect([topic, key]).toEqual([`x.${TOPICS.testResults.name}`, 'run-1']);
      const result = JSON.parse(String(value)) as TestRunResult;
      // The result has only members of the schema.
      expect(testRunResultSchema.parse(result)).toEqual(result);
      expect(result).toMatchObject({
        runId: 'run-1',
        result: { destinationId: result.destinationId },
      });
      // A duplicate has the same id, so that consumers can recognise the duplicate.
      expect(headers).toMatchObject({ ce_id: `run-1/${result.destinationId}` });
    }
  });

  it.each([
    ['nothing', null],
    ['no JSON', Buffer.from('{"secret":')],
    ['another shape', Buffer.from('{"runId":"secret"}')],
    ['no destination', Buffer.from(JSON.stringify(requestOf({ destinationIds: [] })))],
  ])('skips a record with %s, and logs no part of it', async (_, value) => {
    const { runner, published, logged } = runnerOf();
    await runner.handle({ value, headers: {} }, Promise.resolve());
    expect(published).toEqual([]);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('cannot be read');
    expect(logged[0]).not.toContain('secret');
  });

  it('runs a request with unknown members of a later version, and ignores these members', async () => {
    const { handle, published } = runnerOf();
    const { stages, ...request } = requestOf();
    await handle({ ...request, stages: { ...stages, later: true }, later: { any: 'thing' } });
    expect(published).toHaveLength(1);
  });

  it('gives a request of this process the same results as a record, by its own deadline', async () => {
    const { runner, handle, published, sent, logged } = runnerOf();
    const request = requestOf({ destinationIds: ['dst_1', 'dst_2'] });
    await handle(request);
    await runner.handleHere(request, undefined);
    const [first, second, ...here] = published.map(({ key, value }) => [key, value]);
    expect(here).toEqual([first, second]);
    expect(sent).toHaveLength(4);
    await runner.handleHere({ ...request, deadline: Date.now() }, undefined);
    expect(published).toHaveLength(4);
    expect(logged.at(-1)).toContain('after its deadline');
  });

  it('never rejects, even if results cannot be published', async () => {
    const { handle, published, logged } = runnerOf(({ value }) =>
      String(value).includes('Name of dst_1')
        ? Promise.reject(new Error('topic secret'))
        : Promise.resolve(),
    );
    await handle(requestOf({ destinationIds: ['dst_1', 'dst_2'] }));
    expect(published.map(({ headers }) => headers.ce_id)).toEqual(['run-1/dst_2']);
    expect(logged.join('')).toContain('a test run failed and has no answer');
    expect(logged.join('')).not.toContain('secret');
  });

  it('logs ids and times, but no part of the event or the answer', async () => {
    const { handle, logged } = runnerOf(undefined, {
      deliver: () => Promise.resolve({ status: 200, body: 'secret answer', truncated: false }),
    });
    await handle(requestOf({ message: { type: 'track', userId: 'secret user' } }));
    expect(JSON.parse(logged[0]!)).toMatchObject({
      runId: 'run-1',
      requestId: 'request-1',
      destinations: 1,
      msg: 'test run done',
    });
    expect(logged.join('')).not.toContain('secret');
  });

  it('logs that a run arrived after its deadline', async () => {
    const { handle, published, logged } = runnerOf();
    await handle(requestOf({ deadline: Date.now() }));
    expect(published).toEqual([]);
    expect(JSON.parse(logged[0]!)).toMatchObject({ msg: 'a test run arrived after its deadline' });
  });

  describe('with 8 slots, 2 for each workspace, and at most 8 waiting runs of a workspace', () => {
    const resultsOf = (published: readonly OutgoingRecord[]) =>
      published.map(({ value }) => JSON.parse(String(value)) as TestRunResult);

    /** Creates a runner whose runs for `ws_slow` end when the test opens a gate. */
    function slowRunner() {
      const gates: (() => void)[] = [];
      const made = runnerOf(undefined, {
        findTarget: (workspaceId, id) => Promise.resolve(targetOf({}, { id: workspaceId + id })),
        providerOf: () =>
          providerOf({
            transform: async ({ destinationId }) => {
              if (destinationId.startsWith('ws_slow')) {
                await new Promise<void>((open) => gates.push(open));
              }
              return { status: 'ok', requests: [to(destinationId)] };
            },
          }),
      });
      const handle = (workspaceId: string, runId: string) =>
        made.handle(requestOf({ workspaceId, runId, stages: DEST_ONLY }));
      return { ...made, gates, handle };
    }
    const DEST_ONLY = { userTransform: false, destTransform: true, sendToDestination: false };

    it('answers a run of a second workspace, and refuses runs of the first workspace above its limit', async () => {
      const { handle, published, gates } = slowRunner();
      const slow = Array.from({ length: 13 }, (_, n) => handle('ws_slow', `slow-${n}`));
      await handle('ws_quick', 'quick');
      const results = resultsOf(published);
      expect(results.map(({ runId }) => runId).sort()).toEqual([
        'quick',
        'slow-10',
        'slow-11',
        'slow-12',
      ]);
      for (const { runId, result } of results) {
        if (runId === 'quick') expect(result).toHaveProperty('data');
        else expect(result).toMatchObject({ error: expect.stringContaining('too many') as string });
      }
      expect(gates).toHaveLength(2);
      await waitFor(() => {
        gates.shift()?.();
        return resultsOf(published).length === 14;
      });
      await Promise.all(slow);
    });

    it('does not answer a run that another runner may have taken', async () => {
      const { runner, handle, published, gates } = slowRunner();
      const slow = Array.from({ length: 10 }, (_, n) => handle('ws_slow', `slow-${n}`));
      const value = requestOf({ workspaceId: 'ws_slow', runId: 'lost', stages: DEST_ONLY });
      await runner.handle(recordOf(value), Promise.reject(new Error('commit failed')));
      expect(published).toEqual([]);
      await waitFor(() => {
        gates.shift()?.();
        return published.length === 10;
      });
      await Promise.all(slow);
    });

    it('reports the deadline if it passes while the run waits for a slot', async () => {
      const { handle, runner, published, gates } = slowRunner();
      const slow = Array.from({ length: 2 }, (_, n) => handle('ws_slow', `slow-${n}`));
      const value = requestOf({
        workspaceId: 'ws_slow',
        runId: 'late',
        deadline: Date.now() + 2_000,
      });
      await runner.handle(recordOf(value), Promise.resolve());
      expect(resultsOf(published)).toMatchObject([
        {
          runId: 'late',
          result: { error: expect.stringContaining('before it could start') as string },
        },
      ]);
      await waitFor(() => gates.length === 2);
      for (const open of gates) open();
      await Promise.all(slow);
    });
  });

  it('publishes and sends nothing if the deadline has passed', async () => {
    const { handle, published, sent } = runnerOf();
    await handle(requestOf({ deadline: Date.now() - 1 }));
    expect({ published, sent }).toEqual({ published: [], sent: [] });
  });
});

import { CAPABILITIES } from '@lethe/api/capabilities';
import { commandsOf } from '@lethe/api/definition';
import { loadConfig } from '@lethe/config';
import { currentTraceparent, startTracing, tracingVariables } from '@lethe/observability';
import { TestCollector } from '@lethe/testing';
import { pino } from 'pino';
import { z } from 'zod';
import { CallerKeyCheck } from '../src/rpc/caller-key-check.js';
import { serveCapability } from '../src/rpc/serve-capability.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const KEY = 'right';
const ID = 'summarizeDeletionJobs'; // has no members
const SENT = {
  traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
  key: KEY,
  context: { requestId: 'r', workspaceId: 'ws', actor: 'a', deadline: Number.MAX_SAFE_INTEGER },
};

/** Sends a command to a controller. @returns the trace in which the handler ran, and the spans */
async function send(sent: unknown) {
  const collector = await TestCollector.start();
  const config = loadConfig(z.object(tracingVariables), collector.environment);
  const logger = pino({ level: 'silent' });
  const tracing = await startTracing(config, { app: 'regulation', logger });
  const capability = CAPABILITIES.find((one) => commandsOf(one).has(ID))!;
  const handle = () => Promise.resolve({ trace: currentTraceparent()?.split('-')[1] });
  const handlers = Object.fromEntries([...commandsOf(capability).keys()].map((id) => [id, handle]));
  const Controller = serveCapability(capability, handlers, new CallerKeyCheck([KEY], logger));
  const controller = new Controller() as Record<string, (sent: unknown) => Promise<unknown>>;
  const answer = await controller[ID]!(sent).catch((error: unknown) => error);
  await tracing.stop();
  await collector.stop();
  return { answer, spans: collector.spans.map(({ name, traceId }) => [name, traceId]) };
}

describe('a command with a trace', () => {
  it('is handled in a span of this trace', async () => {
    expect(await send(SENT)).toEqual({
      answer: { trace: TRACE },
      spans: [['deletions.summary.v1', TRACE]],
    });
  });

  it('is handled without a span if the traceparent is invalid', async () => {
    expect(await send({ ...SENT, traceparent: ['user-1'] })).toEqual({
      answer: { trace: undefined },
      spans: [],
    });
  });

  it.each([
    ['from a caller without the key', { ...SENT, key: 'wrong' }],
    ['without members', null],
  ])('gets no span %s', async (_, sent) => {
    const { answer, spans } = await send(sent);
    expect(answer).toMatchObject({ code: 'unavailable' });
    expect(spans).toEqual([]);
  });

  it('has a failed span if the command is refused', async () => {
    const { answer, spans } = await send({ ...SENT, context: {} });
    expect(answer).toMatchObject({ code: 'invalid_request' });
    expect(spans).toEqual([['deletions.summary.v1', TRACE]]);
  });
});

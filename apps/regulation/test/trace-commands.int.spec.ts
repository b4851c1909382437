import { loadConfig } from '@lethe/config';
import { TestCollector } from '@lethe/testing';
import { currentTraceparent, startTracing, tracingVariables } from '@lethe/observability';
import type { ExecutionContext } from '@nestjs/common';
import { defer, firstValueFrom } from 'rxjs';
import { z } from 'zod';
import { TraceCommandsInterceptor } from '../src/rpc/trace-commands.interceptor.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const COMMAND = 'regulations.create.v3';
const SENT = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, key: 'right' };

describe('TraceCommandsInterceptor', () => {
  it.each([
    ['continues the trace of a command', COMMAND, SENT, COMMAND],
    ['hides the name of a command in another notation', `"${COMMAND}" `, SENT, 'other'],
    ['ignores a caller without the key', COMMAND, { ...SENT, key: 'wrong' }, undefined],
    ['ignores an invalid traceparent', COMMAND, { ...SENT, traceparent: ['user-1'] }, undefined],
    ['ignores a command without members', COMMAND, null, undefined],
  ])('%s', async (_, pattern, sent, shown) => {
    const collector = await TestCollector.start();
    const config = loadConfig(z.object(tracingVariables), collector.environment);
    const logger = { warn: () => undefined };
    const tracing = await startTracing(config, { app: 'regulation', logger });
    const rpc = { getData: () => sent, getContext: () => ({ getPattern: () => pattern }) };
    const context = { switchToRpc: () => rpc } as unknown as ExecutionContext;
    const interceptor = new TraceCommandsInterceptor({ knows: (key) => key === 'right' });
    const handle = () => defer(() => Promise.resolve({ trace: currentTraceparent() }));
    const answer = await firstValueFrom(interceptor.intercept(context, { handle }));
    await tracing.stop();
    await collector.stop();
    const traceIdOf = (text?: string) => text?.split('-')[1];
    expect(traceIdOf((answer as { trace?: string }).trace)).toBe(shown && TRACE);
    expect(collector.spans.map(({ name, traceId }) => [name, traceId])).toEqual(
      shown === undefined ? [] : [[shown, TRACE]],
    );
  });
});

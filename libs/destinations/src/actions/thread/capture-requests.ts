import { BatchInterceptor, type HttpRequestEventMap } from '@mswjs/interceptors';
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CapturedRequest } from '../actions-task.js';
import type { CapturedAnswer } from './captured-answer.js';
import type { PresetRun } from './preset-run.js';

interface Origin {
  readonly run: PresetRun;
  /** Position of a request that the library's client announced. Other clients announce nothing. */
  readonly position?: number;
}

type Captured = HttpRequestEventMap['request'][0];

/**
 * Run of the current code. Code that continues after its run has ended keeps that run, so that its
 * requests do not join the next run.
 */
const origin = new AsyncLocalStorage<Origin>();

/** Runs code, and assigns all requests of the code to a run. */
export function within<T>(run: PresetRun, work: () => T, position?: number): T {
  return origin.run(position === undefined ? { run } : { run, position }, work);
}

/** Returns the run of the calling code. */
export function currentRun(): PresetRun | undefined {
  return origin.getStore()?.run;
}

/** Captures all further HTTP requests of this thread for their runs. No request is sent. */
export function captureRequests(): void {
  const interceptor = new BatchInterceptor({
    name: 'actions',
    interceptors: [new ClientRequestInterceptor(), new FetchInterceptor()],
  });
  // The interceptor awaits this promise, although its type does not say so. If it did not wait, the
  // request would be sent.
  const listener: (captured: Captured) => unknown = async ({ request, controller }) => {
    const answer = await answerTo(request);
    if (answer === 'never') await new Promise(() => undefined);
    else if (answer === 'none') controller.errorWith(new Error('The request got no answer.'));
    else controller.respondWith(answer);
  };
  interceptor.on('request', listener);
  interceptor.apply();
}

async function answerTo(request: Request): Promise<CapturedAnswer> {
  const store = origin.getStore();
  if (store === undefined) return 'none';
  try {
    return await store.run.capture(await toCaptured(request), store.position);
  } catch (error) {
    store.run.refuse(error);
    return 'none';
  }
}

/** A request has a binary body, but a request object can contain only a text. */
export class BinaryBodyError extends Error {
  override readonly name = 'BinaryBodyError';

  constructor() {
    super('A request has a binary body, which cannot be shown.');
  }
}

async function toCaptured(request: Request): Promise<CapturedRequest> {
  const bytes = await request.clone().arrayBuffer();
  const headers = Object.fromEntries(request.headers);
  const base = { method: request.method.toUpperCase(), url: request.url, headers };
  return bytes.byteLength === 0 ? base : { ...base, body: decode(bytes) };
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BinaryBodyError();
  }
}

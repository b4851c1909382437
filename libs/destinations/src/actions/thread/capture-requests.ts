import { BatchInterceptor, type HttpRequestEventMap } from '@mswjs/interceptors';
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CapturedRequest } from '../actions-task.js';
import type { CapturedAnswer } from './captured-answer.js';
import type { PresetRun } from './preset-run.js';

interface Origin {
  readonly run: PresetRun;
  /** Place that the library's client announced; other clients announce nothing. */
  readonly place?: number;
}

type Captured = HttpRequestEventMap['request'][0];

/** Which run the code belongs to, so that a straggler of an earlier run can't join the next. */
const origin = new AsyncLocalStorage<Origin>();

/** Runs code whose requests belong to a run. */
export function within<T>(run: PresetRun, work: () => T, place?: number): T {
  return origin.run(place === undefined ? { run } : { run, place }, work);
}

/** @returns the run that the calling code belongs to */
export function currentRun(): PresetRun | undefined {
  return origin.getStore()?.run;
}

/** From here on no request of this thread leaves it: each is handed to the run that it belongs to. */
export function captureRequests(): void {
  const interceptor = new BatchInterceptor({
    name: 'actions',
    interceptors: [new ClientRequestInterceptor(), new FetchInterceptor()],
  });
  // The interceptor waits for this listener's promise, although its type says otherwise: were it not
  // to wait, the request would go out.
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
    return await store.run.capture(await toCaptured(request), store.place);
  } catch (error) {
    store.run.refuse(error);
    return 'none';
  }
}

/** A body that is no text has no place in a request object. */
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

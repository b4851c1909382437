import { faultOf, S3Fault, type S3Action, type S3FaultKind } from './s3-faults.js';

interface CallOptions {
  readonly abortSignal: AbortSignal;
}

/** What a call that writes waits for, and ends with. */
export interface Turns {
  /** Waits for the destination's turn. */
  readonly beforeCall: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Makes a call to S3.
 *
 * @param action what it is for
 * @throws S3Fault; the signal's reason
 */
export async function callS3<T>(
  action: S3Action,
  signal: AbortSignal,
  send: (options: CallOptions) => Promise<T>,
): Promise<T> {
  try {
    return await send({ abortSignal: signal });
  } catch (error) {
    signal.throwIfAborted();
    throw faultOf(error, action);
  }
}

/** The same in its turn. @throws what `beforeCall` throws, too */
export async function callInTurn<T>(
  { beforeCall, signal }: Turns,
  action: S3Action,
  send: (options: CallOptions) => Promise<T>,
): Promise<T> {
  await beforeCall();
  signal.throwIfAborted();
  return callS3(action, signal, send);
}

/** @returns `instead` for a fault of these kinds */
export async function unlessFault<T, U>(
  kinds: readonly S3FaultKind[],
  call: Promise<T>,
  instead: U,
): Promise<T | U> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof S3Fault && kinds.includes(error.kind)) return instead;
    throw error;
  }
}

import { faultOf, S3Fault, type S3Action, type S3FaultKind } from './s3-faults.js';

interface CallOptions {
  readonly abortSignal: AbortSignal;
}

/** Decides when a call that writes can start, and when it must end. */
export interface Turns {
  /** Waits until Lethe is allowed to call the destination. */
  readonly beforeCall: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Makes a call to S3.
 *
 * @param action permission that the access key needs for the call
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

/**
 * Waits for `beforeCall`, and then makes a call to S3.
 *
 * @throws S3Fault; the signal's reason; errors of `beforeCall`
 */
export async function callInTurn<T>(
  { beforeCall, signal }: Turns,
  action: S3Action,
  send: (options: CallOptions) => Promise<T>,
): Promise<T> {
  await beforeCall();
  signal.throwIfAborted();
  return callS3(action, signal, send);
}

/** @returns the result of the call, or `instead` if the call fails with a fault of these kinds */
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

/** The index is not complete yet (wait for `untilReady`), or it is closed. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

/** The index does not know enough yet to answer: wait for `untilReady`. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

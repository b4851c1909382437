/** The request is one that Lethe does not send: its address, its method or a header is forbidden. */
export class EgressRefusedError extends Error {
  override readonly name = 'EgressRefusedError';
}

/** There was no answer: the network or the receiver failed, or the time was over. */
export class EgressFailedError extends Error {
  override readonly name = 'EgressFailedError';
}

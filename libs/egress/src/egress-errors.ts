/** The request is one that Lethe does not send: its address, its method or a header is forbidden. */
export class EgressRefusedError extends Error {
  override readonly name = 'EgressRefusedError';
}

/** There was no answer: the network, the other side, or the time. */
export class EgressFailedError extends Error {
  override readonly name = 'EgressFailedError';
}

/** Lethe does not send the request, because its address, its method or a header is forbidden. */
export class EgressRefusedError extends Error {
  override readonly name = 'EgressRefusedError';
}

/** No complete answer arrived, because the network or the receiver failed, or the time ended. */
export class EgressFailedError extends Error {
  override readonly name = 'EgressFailedError';
}

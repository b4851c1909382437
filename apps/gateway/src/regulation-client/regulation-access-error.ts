/** The regulation service does not accept our certificate, or we do not accept its. */
export class RegulationAccessError extends Error {
  override readonly name = 'RegulationAccessError';

  /**
   * @param place host and port
   * @param code of the TLS library; `CLOSED_AFTER_HANDSHAKE` when it closes every connection
   */
  constructor(
    readonly place: string,
    readonly code: string,
    cause: unknown,
  ) {
    super(`The regulation service at ${place} cannot be used (${code}).`, { cause });
  }
}

import { AccessRefusedError } from '@lethe/contracts';

/** The regulation service or this app does not accept the certificate of the other side. */
export class RegulationAccessError extends AccessRefusedError {
  override readonly name = 'RegulationAccessError';

  /**
   * @param address host and port of the service
   * @param code code of the TLS library, or `CLOSED_AFTER_HANDSHAKE` if the service closes every
   * connection
   */
  constructor(address: string, code: string, cause: unknown) {
    super('regulation', address, code, cause);
  }
}

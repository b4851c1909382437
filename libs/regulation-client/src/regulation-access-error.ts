import { AccessRefusedError } from '@lethe/contracts';

/** The regulation service does not accept our certificate, or we do not accept its. */
export class RegulationAccessError extends AccessRefusedError {
  override readonly name = 'RegulationAccessError';

  /**
   * @param place host and port
   * @param code of the TLS library; `CLOSED_AFTER_HANDSHAKE` when it closes every connection
   */
  constructor(place: string, code: string, cause: unknown) {
    super('regulation', place, code, cause);
  }
}

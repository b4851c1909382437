import { createSecretFinder, createShapeFinder } from '@lethe/destination-definitions/secrets';
import type { OutgoingRequest } from '@lethe/egress';
import type { TransformationRun } from '../guest/transformation-run.js';
import { namesOrigin } from './names-origin.js';
import { PlaceholderCredentials } from './placeholder-credentials.js';

type RunCredentials = Pick<
  TransformationRun,
  'credentials' | 'realCredentials' | 'mayMoveCredentials'
>;

/**
 * Prevents code from sending a credential to an address that only the event contains. An address is
 * allowed if the code or a credential contains it.
 */
export class CredentialGuard {
  /** Created for the first request that needs the placeholders. */
  private madePlaceholders: PlaceholderCredentials | undefined;
  private hasCredential: ((value: unknown) => boolean) | undefined;

  /** @param sources the code of the transformation and of its libraries */
  constructor(
    private readonly run: RunCredentials,
    private readonly sources: readonly string[],
  ) {}

  /** The placeholders that the code has. Undefined if the code has the real credentials. */
  get placeholders(): PlaceholderCredentials | undefined {
    const { credentials, realCredentials } = this.run;
    if (realCredentials === undefined) return undefined;
    return (this.madePlaceholders ??= new PlaceholderCredentials(credentials, realCredentials));
  }

  /**
   * Returns whether a request contains a credential, and has an address that neither the code nor a
   * credential contains.
   *
   * @param request request of the code; contains placeholders if the code has placeholders
   */
  moves(request: OutgoingRequest): boolean {
    const { mayMoveCredentials, credentials, realCredentials = credentials } = this.run;
    if (mayMoveCredentials === true) return false;
    const { placeholders } = this;
    // The result must not reveal whether the event contains a credential. So the request is
    // searched for placeholders. If there are no placeholders, it is searched for all texts with
    // the shape of a credential.
    this.hasCredential ??= (placeholders === undefined ? createShapeFinder : createSecretFinder)(
      Object.values(credentials),
    );
    if (!this.hasCredential(request)) return false;
    return !namesOrigin(
      [...this.sources, ...Object.values(realCredentials)],
      placeholders?.restore(request).url ?? request.url,
    );
  }
}

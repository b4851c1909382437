import { createSecretFinder, createShapeFinder } from '@lethe/destination-definitions/secrets';
import type { OutgoingRequest } from '@lethe/egress';
import type { TransformationRun } from '../guest/transformation-run.js';
import { namesOrigin } from './names-origin.js';
import { StandInCredentials } from './stand-in-credentials.js';

type RunCredentials = Pick<
  TransformationRun,
  'credentials' | 'realCredentials' | 'mayMoveCredentials'
>;

/** Keeps credentials from going to addresses that neither the code nor a credential names. */
export class CredentialGuard {
  /** Made for the first request that needs them. */
  private madeStandIns: StandInCredentials | undefined;
  private hasCredential: ((value: unknown) => boolean) | undefined;

  /** @param sources the code of the transformation and of its libraries */
  constructor(
    private readonly run: RunCredentials,
    private readonly sources: readonly string[],
  ) {}

  /** Undefined where the code has the real credentials. */
  get standIns(): StandInCredentials | undefined {
    const { credentials, realCredentials } = this.run;
    if (realCredentials === undefined) return undefined;
    return (this.madeStandIns ??= new StandInCredentials(credentials, realCredentials));
  }

  /**
   * Whether a request would take a credential to an address that neither the code nor a credential names.
   *
   * @param request as the code made it, with stand-ins where it has some
   */
  moves(request: OutgoingRequest): boolean {
    const { mayMoveCredentials, credentials, realCredentials = credentials } = this.run;
    if (mayMoveCredentials === true) return false;
    const { standIns } = this;
    // The answer must not tell whether something in the event is a credential: looked for are stand-ins
    // where there are some, else all that could be a credential.
    this.hasCredential ??= (standIns === undefined ? createShapeFinder : createSecretFinder)(
      Object.values(credentials),
    );
    if (!this.hasCredential(request)) return false;
    return !namesOrigin(
      [...this.sources, ...Object.values(realCredentials)],
      standIns?.restore(request).url ?? request.url,
    );
  }
}

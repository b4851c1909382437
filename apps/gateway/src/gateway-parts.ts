import type { ServiceCommands } from '@lethe/api/capabilities';
import {
  CatalogEditor,
  CatalogReader,
  DataPlaneAuthenticator,
  DataPlaneCatalog,
  PersonSessions,
  RateDemands,
  SessionAuthenticator,
  Sessions,
  TokenAuthenticator,
  type SecretBox,
} from '@lethe/catalog';
import {
  describeError,
  type Health,
  type Logger,
  type Metrics,
  type Tracing,
} from '@lethe/observability';
import type { Authenticators } from './auth/credential-metrics.js';
import type { ConsoleFiles } from './console/assets/console-files.js';
import type { GatewayPools } from './database/open-gateway-pools.js';
import type { GatewaySettings } from './config/gateway.config.js';
import type { ReaderChecks, StreamIntervals } from './events/event-streams.js';
import type { OrderCatalog } from './regulations/unusable-destinations.js';
import type { TestCatalog } from './tests/checks-in-order.js';
import type { TestRuns } from './tests/test-runs.js';

/** Parts of a gateway. Tests replace some of them. */
export interface GatewayParts extends Authenticators {
  /** Settings that an operator can change. */
  readonly config: GatewaySettings;
  /** The catalog as the Test API, `/v2/me` and event streams read it. */
  readonly catalog: TestCatalog & OrderCatalog & ReaderChecks;
  /** The catalog as its endpoints read and change it. */
  readonly editor: CatalogEditor;
  readonly dataPlaneCatalog: Pick<
    DataPlaneCatalog,
    | 'changes'
    | 'configuration'
    | 'shadowedSources'
    | 'findTransformation'
    | 'findLibrary'
    | 'inService'
  >;
  /** Sends commands to the regulation service, over TCP or in the same process. */
  readonly commands: ServiceCommands;
  /** Exchanges the demand for rate limits with the other gateways. */
  readonly rateDemands: Pick<RateDemands, 'exchange' | 'deleteExpired' | 'leave'>;
  /** Begins and ends sessions of the console. */
  readonly sessions: Pick<Sessions, 'begin' | 'beginByCode' | 'ownerOfCode' | 'makeCode' | 'end'>;
  /** Begins and ends sessions of people from an identity provider. */
  readonly personSessions: Pick<PersonSessions, 'begin' | 'end'>;
  /** Seals texts that a browser keeps, so that every gateway can recognize them later. */
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
  /** Sends test runs to a runner, over Kafka or in the same process. */
  readonly testRuns: Pick<TestRuns, 'run' | 'testTransformation'>;
  /** Intervals of event streams. Default: see `EventStreams`. */
  readonly streamIntervals?: StreamIntervals;
  /** Files below `/console`; if they are absent, an answer says how to build them. */
  readonly console?: ConsoleFiles | undefined;
  readonly health: Health;
  readonly logger: Logger;
  /** Default: no metrics. */
  readonly metrics?: Metrics;
  /** Default: no tracing. */
  readonly tracing?: Tracing;
  /** Runs after the last answer. */
  readonly onStopped: () => Promise<void>;
}

/**
 * Creates the parts that use the database of the catalog.
 *
 * @param pools pools of the database. If the database does not answer, requests get a 503
 * @param secrets has the keys for the secrets in the database
 */
export function createCatalogParts(
  {
    credentials,
    catalog: database,
    lease,
  }: Pick<GatewayPools, 'credentials' | 'catalog'> & Partial<Pick<GatewayPools, 'lease'>>,
  secrets: SecretBox,
  logger: Logger,
) {
  const onError = (error: unknown) => {
    logger.warn(
      { error: describeError(error) },
      'the time of the last use of secrets could not be stored',
    );
  };
  const authenticator = new TokenAuthenticator(credentials, { onError });
  const dataPlaneAuthenticator = new DataPlaneAuthenticator(credentials, { onError });
  const sessionAuthenticator = new SessionAuthenticator(credentials, { onError });
  const catalog = new CatalogReader(database, secrets, lease);
  return {
    authenticator,
    dataPlaneAuthenticator,
    sessionAuthenticator,
    sessions: new Sessions(credentials),
    personSessions: new PersonSessions(credentials),
    secrets,
    catalog,
    editor: new CatalogEditor({
      database,
      box: secrets,
      onChange: (workspaceId) => {
        catalog.invalidate(workspaceId);
      },
    }),
    dataPlaneCatalog: new DataPlaneCatalog(database, secrets),
    rateDemands: new RateDemands(credentials),
    onStopped: async () => {
      await Promise.all(
        [authenticator, dataPlaneAuthenticator, sessionAuthenticator].map((each) => each.stop()),
      );
    },
  };
}

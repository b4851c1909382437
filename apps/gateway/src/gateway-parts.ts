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
import type { ReaderChecks, StreamPace } from './events/event-streams.js';
import type { OrderCatalog } from './regulations/unusable-destinations.js';
import type { TestCatalog } from './tests/checks-in-order.js';
import type { TestRuns } from './tests/test-runs.js';

/** What a gateway is made of, real or made for a test. */
export interface GatewayParts extends Authenticators {
  /** Every number that an operator can change. */
  readonly config: GatewaySettings;
  /** What the Test API, `/v2/me` and streams of events read. */
  readonly catalog: TestCatalog & OrderCatalog & ReaderChecks & Pick<CatalogReader, 'findOwnToken'>;
  /** What the endpoints of the catalog read and change. */
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
  /** The regulation service: over TCP, or in the same process. */
  readonly commands: ServiceCommands;
  /** How the gateways tell each other what is asked of them. */
  readonly rateDemands: Pick<RateDemands, 'exchange' | 'forgetOld' | 'leave'>;
  /** Signs people in to the console, and out. */
  readonly sessions: Pick<Sessions, 'begin' | 'beginByCode' | 'ownerOfCode' | 'makeCode' | 'end'>;
  /** Signs people in whom an identity provider knows. */
  readonly personSessions: Pick<PersonSessions, 'begin' | 'end'>;
  /** Seals what this gateway gives to a browser and must recognise when it comes back, also at another gateway. */
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
  /** Hands test runs to a runner: over Kafka, or in the same process. */
  readonly testRuns: Pick<TestRuns, 'run' | 'testTransformation'>;
  /** How often streams of events do what they do; the usual when absent. */
  readonly streamPace?: StreamPace;
  /** What browsers get below `/console`; a hint how it is made when absent. */
  readonly console?: ConsoleFiles | undefined;
  readonly health: Health;
  readonly logger: Logger;
  /** What is counted; nothing when absent. */
  readonly metrics?: Metrics;
  /** Nothing is traced when absent. */
  readonly tracing?: Tracing;
  /** Runs when the last request has been answered. */
  readonly onStopped: () => Promise<void>;
}

/**
 * Makes the parts that are made of the catalog's database.
 *
 * @param databases that may be away; requests then get a 503
 * @param secrets with the keys of the secrets in it
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
    logger.warn({ error: describeError(error) }, 'the last use of secrets could not be written');
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
        catalog.forget(workspaceId);
      },
    }),
    dataPlaneCatalog: new DataPlaneCatalog(database, secrets),
    rateDemands: new RateDemands(credentials),
    onStopped: async () => {
      await Promise.all(
        [authenticator, dataPlaneAuthenticator, sessionAuthenticator].map((one) => one.stop()),
      );
    },
  };
}

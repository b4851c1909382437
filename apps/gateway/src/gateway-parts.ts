import {
  CatalogEditor,
  CatalogReader,
  DataPlaneAuthenticator,
  DataPlaneCatalog,
  TokenAuthenticator,
  type SecretBox,
} from '@lethe/catalog';
import type { DeletionCommands, RegulationCommands } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { describeError, type Health, type Logger } from '@lethe/observability';
import type { Authenticators } from './auth/authentication.js';
import type { GatewaySettings } from './gateway.config.js';
import type { TestCatalog } from './test-runs/checks-in-order.js';
import type { TestRuns } from './test-runs/test-runs.js';

/** What a gateway is made of, real or made for a test. Nest provides nothing but these parts. */
export interface GatewayParts extends Authenticators {
  /** Every number that an operator can change. */
  readonly config: GatewaySettings;
  /** What the Test API reads. */
  readonly catalog: TestCatalog;
  /** What the endpoints of the catalog read and change. */
  readonly editor: CatalogEditor;
  readonly dataPlaneCatalog: Pick<
    DataPlaneCatalog,
    'changes' | 'configuration' | 'shadowedSources' | 'findTransformation' | 'findLibrary'
  >;
  /** The regulation service: over TCP, or in the same process. */
  readonly commands: RegulationCommands;
  /** The deletions of the regulation service, likewise. */
  readonly deletions: DeletionCommands;
  /** Hands test runs to a runner: over Kafka, or in the same process. */
  readonly testRuns: Pick<TestRuns, 'run'>;
  readonly health: Health;
  readonly logger: Logger;
  /** Runs when the last request has been answered. */
  readonly onStopped: () => Promise<void>;
}

/** The parts that are made of the catalog's database. */
export type CatalogParts = Pick<
  GatewayParts,
  keyof Authenticators | 'catalog' | 'editor' | 'dataPlaneCatalog' | 'onStopped'
>;

/**
 * @param database whose data source knows `CATALOG_ENTITIES`. May be away; requests then get a 503
 * @param secrets with the keys of the secrets in it
 */
export function createCatalogParts(
  database: DatabaseConnection,
  secrets: SecretBox,
  logger: Logger,
): CatalogParts {
  const authenticator = new TokenAuthenticator(database, {
    onError: (error) => {
      logger.warn({ error: describeError(error) }, 'the last use of tokens could not be written');
    },
  });
  const catalog = new CatalogReader(database, secrets);
  return {
    authenticator,
    dataPlaneAuthenticator: new DataPlaneAuthenticator(database),
    catalog,
    editor: new CatalogEditor({
      database,
      box: secrets,
      onChange: (workspaceId) => {
        catalog.forget(workspaceId);
      },
    }),
    dataPlaneCatalog: new DataPlaneCatalog(database, secrets),
    onStopped: () => authenticator.stop(),
  };
}

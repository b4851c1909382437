import type { ServiceCommands } from '@lethe/api/capabilities';
import { applyWorkspaceFile, CATALOG_SCHEMA, parseWorkspaceFile, SecretBox } from '@lethe/catalog';
import { loadConfig } from '@lethe/config';
import { createDataSource, DatabaseConnection, migrateSchema } from '@lethe/database';
import { createLogger, Health } from '@lethe/observability';
import { useTestDatabase } from '@lethe/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { StreamIntervals } from '../src/events/event-streams.js';
import {
  createCatalogParts,
  createGateway,
  gatewayVariables,
  type GatewayParts,
  type GatewaySettings,
} from '../src/index.js';
import { fake, fakeCommands } from './gateway-under-test.js';

export const SECRETS = new SecretBox([{ id: 'test', bytes: Buffer.alloc(32, 7) }]);

export interface GatewayOnDatabase {
  readonly url: string;
  readonly connection: DatabaseConnection;
  /** Applies a workspace file. */
  apply(file: object): Promise<void>;
  /** Starts another gateway on the same database. @returns its URL */
  startAnother(settings?: Partial<GatewaySettings>, port?: number): Promise<string>;
}

/** Starts a gateway for the tests of a file, on a migrated database with a workspace file. */
export function useGatewayOnDatabase(
  file: object,
  parts: {
    /** Commands of the regulation service; all other commands fail. */
    readonly commands?: Partial<ServiceCommands>;
    /** Functions of the test runner; all other functions fail. */
    readonly testRuns?: Partial<GatewayParts['testRuns']>;
    readonly streamIntervals?: StreamIntervals;
    readonly logger?: Logger;
  } = {},
): GatewayOnDatabase {
  const database = useTestDatabase({
    template: {
      name: 'catalog',
      migrate: async (url) => {
        await migrateSchema(url, CATALOG_SCHEMA);
      },
    },
  });
  let connection: DatabaseConnection;
  const apps: NestFastifyApplication[] = [];
  let url = '';

  const apply = async (content: object): Promise<void> => {
    await applyWorkspaceFile(connection, parseWorkspaceFile(JSON.stringify(content), {}), SECRETS);
  };

  beforeAll(async () => {
    connection = new DatabaseConnection({
      dataSource: createDataSource({
        url: database.url,
        schema: CATALOG_SCHEMA.schema,
        applicationName: 'test',
        poolSize: 10,
        statementTimeoutMs: 60_000,
        connectTimeoutMs: 20_000,
      }),
      prepare: () => Promise.resolve(),
      lookupMs: 60_000, // so long that a slow test computer does not fail a test
    });
    await connection.start();
    await apply(file);
    url = await start({});
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await connection.stop();
  });

  const start = async (settings: Partial<GatewaySettings>, port = 0): Promise<string> => {
    const logger = parts.logger ?? createLogger('test', 'silent');
    const app = await createGateway({
      config: { ...loadConfig(z.object(gatewayVariables), {}), ...settings },
      ...createCatalogParts({ credentials: connection, catalog: connection }, SECRETS, logger),
      commands: fakeCommands(parts.commands),
      ...(parts.streamIntervals !== undefined && { streamIntervals: parts.streamIntervals }),
      testRuns: fake<GatewayParts['testRuns']>(
        'TestRuns',
        ['run', 'testTransformation'],
        parts.testRuns,
      ),
      logger,
      health: new Health(),
    });
    apps.push(app);
    await app.listen(port, '127.0.0.1');
    return await app.getUrl();
  };

  return {
    apply,
    startAnother: (settings = {}, port = 0) => start(settings, port),
    get url() {
      return url;
    },
    get connection() {
      return connection;
    },
  };
}

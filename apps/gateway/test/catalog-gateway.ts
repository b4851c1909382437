import {
  applyWorkspaceFile,
  CATALOG_ENTITIES,
  CATALOG_SCHEMA,
  CatalogReader,
  parseWorkspaceFile,
  SecretBox,
} from '@lethe/catalog';
import { loadConfig } from '@lethe/config';
import type { RegulationCommands } from '@lethe/contracts';
import { createDataSource, DatabaseConnection, migrateSchema } from '@lethe/database';
import { createLogger, Health } from '@lethe/observability';
import { useTestDatabase } from '@lethe/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { z } from 'zod';
import { createGateway, gatewayVariables, type TestRuns } from '../src/index.js';
import { COMMANDS, fake } from './gateway-under-test.js';

export const SECRETS = new SecretBox([{ id: 'test', bytes: Buffer.alloc(32, 7) }]);

/** Tokens of two workspaces. */
export const TOKENS = {
  admin: 'lth_admin_0123456789abcdefghijkl',
  viewer: 'lth_viewer_0123456789abcdefghijkl',
  other: 'lth_other_0123456789abcdefghijkl',
};

const token = (name: keyof typeof TOKENS, role: string) => ({
  name,
  email: 'a@example.com',
  token: TOKENS[name],
  role,
});

const FILE = {
  workspaces: [
    { id: 'ws_a', tokens: [token('admin', 'admin'), token('viewer', 'viewer')] },
    { id: 'ws_b', tokens: [token('other', 'admin')] },
  ],
};

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Empty when there is none. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface CatalogGateway {
  /** Sends a request as an admin of `ws_a`, unless it says otherwise. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  readonly url: string;
  readonly connection: DatabaseConnection;
  /** As another process has one. */
  readonly otherReader: CatalogReader;
  /** What the gateway asks of the regulation service; a test may put its own in place. */
  readonly commands: Pick<RegulationCommands, 'abortDeletions'>;
}

/** A gateway on a real, migrated database with two workspaces, for the tests of a file. */
export function useCatalogGateway(): CatalogGateway {
  const database = useTestDatabase({
    template: {
      name: 'catalog',
      migrate: async (url) => {
        await migrateSchema(url, CATALOG_SCHEMA);
      },
    },
  });
  const commands: { abortDeletions: RegulationCommands['abortDeletions'] } = {
    abortDeletions: () => Promise.resolve(),
  };
  let connection: DatabaseConnection;
  let app: NestFastifyApplication;
  let url = '';

  beforeAll(async () => {
    connection = new DatabaseConnection({
      dataSource: createDataSource({
        url: database.url,
        schema: CATALOG_SCHEMA.schema,
        entities: CATALOG_ENTITIES,
        applicationName: 'test',
        poolSize: 10,
        statementTimeoutMs: 20_000,
      }),
      prepare: () => Promise.resolve(),
    });
    await connection.start();
    await applyWorkspaceFile(connection, parseWorkspaceFile(JSON.stringify(FILE), {}));
    app = await createGateway({
      config: loadConfig(z.object(gatewayVariables), {}),
      database: connection,
      commands: {
        ...fake<RegulationCommands>('RegulationCommands', COMMANDS),
        abortDeletions: (command) => commands.abortDeletions(command),
      },
      testRuns: fake<Pick<TestRuns, 'run'>>('TestRuns', ['run']),
      secrets: SECRETS,
      logger: createLogger('test', 'silent'),
      health: new Health(),
    });
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(async () => {
    await app.close();
    await connection.stop();
  });

  return {
    commands,
    get url() {
      return url;
    },
    get connection() {
      return connection;
    },
    get otherReader() {
      return new CatalogReader(connection, SECRETS);
    },
    send: async (method, path, body, headers = {}) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${TOKENS.admin}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
      };
    },
  };
}

/** The header that makes a request one of another token. */
export function as(name: keyof typeof TOKENS): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${TOKENS[name]}` };
}

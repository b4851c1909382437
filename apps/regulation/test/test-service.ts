import { CATALOG_SCHEMA, type CatalogDestination } from '@lethe/catalog';
import {
  DEFAULT_REGULATION_LIMITS,
  type CommandContext,
  type RegulationRequest,
} from '@lethe/contracts';
import { createDataSource, DatabaseConnection, migrateSchema } from '@lethe/database';
import { createTestDatabase, templateFor } from '@lethe/testing';
import { REGULATION_SCHEMA } from '../src/database/regulation-schema.js';
import { REGULATION_ENTITIES } from '../src/regulations/regulation.entity.js';
import type { RegulationCatalog } from '../src/create-regulations/create-regulations.use-case.js';
import { RegulationEvents } from '../src/regulations/regulation-events.js';
import { RegulationCommandsService } from '../src/regulation-commands.service.js';

/** A catalog that holds what the test says; knows no workspace, because the tests of isolation use the real one. */
export class FakeCatalog implements RegulationCatalog {
  readonly sources = new Set(['src_a', 'src_b', 'src_c']);
  readonly destinations = new Map<string, CatalogDestination>();

  missingSourceIds(_workspaceId: string, ids: readonly string[]): Promise<string[]> {
    return Promise.resolve(ids.filter((id) => !this.sources.has(id)));
  }

  findDestinations(_workspaceId: string, ids: readonly string[]): Promise<CatalogDestination[]> {
    return Promise.resolve(ids.flatMap((id) => this.destinations.get(id) ?? []));
  }

  add(
    id: string,
    type: string,
    connectionMode: CatalogDestination['connectionMode'],
    config: Record<string, unknown> = {},
  ): void {
    const at = new Date();
    const times = { createdAt: at, updatedAt: at };
    const fixed = { workspaceId: 'ws_a', name: id, enabled: true, ...times, version: '1' };
    this.destinations.set(id, { ...fixed, id, type, connectionMode, config });
  }

  /** Adds a webhook that can delete. */
  addWebhook(id: string): void {
    this.add(id, 'WEBHOOK', 'cloud', { deletionUrl: 'https://example.com/delete' });
  }
}

export interface TestService {
  readonly url: string;
  readonly database: DatabaseConnection;
  readonly catalog: FakeCatalog;
  readonly regulations: RegulationCommandsService;
  /** How often a commit asked for the relay. */
  wakes(): number;
  close(): Promise<void>;
}

/** The service on a fresh database, with a fake catalog and without a relay. */
export async function newTestService(topicPrefix = 'test.'): Promise<TestService> {
  const template = await templateFor('regulation', async (target) => {
    await migrateSchema(target, CATALOG_SCHEMA);
    await migrateSchema(target, REGULATION_SCHEMA);
  });
  const testDatabase = await createTestDatabase({ template });
  return testServiceOn(testDatabase.url, { topicPrefix, drop: () => testDatabase.drop() });
}

/** The same on a database that is there. */
export async function testServiceOn(
  url: string,
  { topicPrefix = 'test.', drop = () => Promise.resolve() },
): Promise<TestService> {
  const database = new DatabaseConnection({
    dataSource: createDataSource({
      url,
      schema: REGULATION_SCHEMA.schema,
      entities: REGULATION_ENTITIES,
      applicationName: 'regulation-test',
      poolSize: 20,
      statementTimeoutMs: 600_000,
      connectTimeoutMs: 20_000, // what is tested here is not how fast a busy machine connects
    }),
    prepare: () => Promise.resolve(),
  });
  await database.start();
  const catalog = new FakeCatalog();
  let wakes = 0;
  const regulations = new RegulationCommandsService({
    databases: { commands: database, reads: database, readsOfWorkspace: 20 },
    catalog,
    events: new RegulationEvents(topicPrefix),
    limits: DEFAULT_REGULATION_LIMITS,
    afterCommit: () => {
      wakes += 1;
    },
  });
  return {
    url,
    database,
    catalog,
    regulations,
    wakes: () => wakes,
    close: async () => {
      await database.stop();
      await drop();
    },
  };
}

export function contextOf(workspaceId = 'ws_a'): CommandContext {
  return { requestId: 'test', deadline: Date.now() + 600_000, workspaceId, actor: 'test token' };
}

export function suppress(...userIds: string[]): RegulationRequest {
  return { regulationType: 'suppress', users: userIds.map((userId) => ({ userId })) };
}

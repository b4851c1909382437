import type { CreateRegulationsDto } from '@lethe/api/regulations';
import { CATALOG_SCHEMA, type CatalogDestination, type DeletionSettings } from '@lethe/catalog';
import { DEFAULT_REGULATION_LIMITS, type CommandContext } from '@lethe/contracts';
import { createDataSource, DatabaseConnection, migrateSchema } from '@lethe/database';
import { createLogger, Metrics } from '@lethe/observability';
import { createTestDatabase, templateFor } from '@lethe/testing';
import type { DataSource } from 'typeorm';
import { allowClaims } from '../src/deletions/claim/claims-allowed.js';
import { REGULATION_SCHEMA } from '../src/database/regulation-schema.js';
import { REGULATION_ENTITIES } from '../src/record/regulation.entity.js';
import { createCommands, type Commands } from '../src/commands.js';
import { commandMetrics } from '../src/record/command-metrics.js';
import { countsEndedImports } from '../src/imports/import-metrics.js';
import type { ServiceCatalog } from '../src/service-parts.js';
import { RegulationEvents } from '../src/record/regulation-events.js';
import { purgePersonalData } from '../src/regulations/purge/purge-personal-data.js';
import { CombinedCreates } from '../src/regulations/create/combined-creates.js';
import { CommandGate } from '../src/command-gate.js';
import { ForegroundWork } from '../src/foreground-work.js';
import { createImportWork } from '../src/imports/process-imports.js';
import { IdentifierHashes } from '../src/record/identifier-hashes.js';

/** A catalog that ignores workspaces. Tests of isolation use the real catalog. */
export class FakeCatalog implements ServiceCatalog {
  readonly sources = new Set(['src_a', 'src_b', 'src_c']);
  readonly destinations = new Map<string, CatalogDestination>();
  /** Destinations as they were cached before a change. */
  readonly remembered = new Map<string, CatalogDestination>();
  settings: DeletionSettings = {
    deletionDelaySeconds: 3600,
    deletionDeadlineDays: 30,
    verifyAfterDays: null,
    deletions: 'lethe',
  };
  readonly unconnected = new Set<string>();
  /** Workspaces whose data planes carry out deletions. */
  dataPlanes: string[] = [];

  deletionSettings(): Promise<DeletionSettings> {
    return Promise.resolve(this.settings);
  }

  dataPlaneWorkspaces(): Promise<readonly string[]> {
    return Promise.resolve(this.dataPlanes);
  }

  missingSourceIds(_workspaceId: string, ids: readonly string[]): Promise<string[]> {
    return Promise.resolve(ids.filter((id) => !this.sources.has(id)));
  }

  findDestinations(_workspaceId: string, ids: readonly string[]): Promise<CatalogDestination[]> {
    return Promise.resolve(
      ids.flatMap((id) => this.remembered.get(id) ?? this.destinations.get(id) ?? []),
    );
  }

  findDestinationsNow(_workspaceId: string, ids: readonly string[]): Promise<CatalogDestination[]> {
    return Promise.resolve(ids.flatMap((id) => this.destinations.get(id) ?? []));
  }

  async *allDestinations(): AsyncGenerator<readonly CatalogDestination[]> {
    const sorted = [...this.destinations.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    yield await Promise.resolve(sorted);
  }

  unconnectedDestinations(_workspaceId: string, ids: readonly string[]): Promise<string[]> {
    return Promise.resolve(ids.filter((id) => this.unconnected.has(id)));
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

  addWebhook(id: string): void {
    this.add(id, 'WEBHOOK', 'cloud', { deletionUrl: 'https://example.com/delete' });
  }
}

export const TEST_KEY = Buffer.alloc(32, 9);

export interface TestService {
  readonly url: string;
  readonly database: DatabaseConnection;
  readonly catalog: FakeCatalog;
  readonly commands: Commands;
  readonly foreground: ForegroundWork;
  /** Processes imports until no import has rows left. */
  workOffImports(signal?: AbortSignal): Promise<void>;
  /** Purges identifiers this many days after the deletions of their users. */
  purge(retentionDays: number): Promise<number>;
  wakes(): number;
  close(): Promise<void>;
}

/** Starts the service on a new database, with a fake catalog and without a relay. */
export async function newTestService(topicPrefix = 'test.'): Promise<TestService> {
  const template = await templateFor('regulation', async (target) => {
    await migrateSchema(target, CATALOG_SCHEMA);
    await migrateSchema(target, REGULATION_SCHEMA);
  });
  const testDatabase = await createTestDatabase({ template });
  const drop = () => testDatabase.drop();
  const service = await testServiceOn(testDatabase.url, { topicPrefix, drop });
  await allowClaims(service.database.query);
  return service;
}

/** Starts the service on an existing database. */
export async function testServiceOn(
  url: string,
  options: {
    readonly topicPrefix?: string;
    readonly drop?: () => Promise<void>;
    readonly catalog?: FakeCatalog;
    readonly prepare?: (dataSource: DataSource) => void;
    readonly identifierKeys?: readonly Buffer[];
    /** Default: 30. */
    readonly personalDataDays?: number;
  },
): Promise<TestService> {
  const { topicPrefix = 'test.', drop, catalog = new FakeCatalog(), prepare } = options;
  const dataSource = createDataSource({
    url,
    schema: REGULATION_SCHEMA.schema,
    entities: REGULATION_ENTITIES,
    applicationName: 'regulation-test',
    poolSize: 20,
    statementTimeoutMs: 600_000,
    connectTimeoutMs: 20_000, // long, because a busy machine connects slowly
  });
  prepare?.(dataSource);
  const database = new DatabaseConnection({ dataSource, prepare: () => Promise.resolve() });
  await database.start();
  let wakes = 0;
  const foreground = new ForegroundWork();
  const gate = new CommandGate(foreground, 20);
  const hashes = new IdentifierHashes(options.identifierKeys ?? [TEST_KEY]);
  const parts = {
    gate,
    ...{ database, reads: database, catalog, topicPrefix, hashes },
    events: new RegulationEvents(topicPrefix),
    creates: new CombinedCreates(database, hashes),
    limits: DEFAULT_REGULATION_LIMITS,
    personalDataDays: options.personalDataDays ?? 30,
    metrics: commandMetrics(new Metrics(false)),
    logger: createLogger('test', 'silent'),
    afterCommit: () => {
      wakes += 1;
    },
  };
  const endedImports = countsEndedImports(new Metrics(false));
  const workOff = createImportWork({ ...parts, foreground, endedImports });
  return {
    url,
    database,
    catalog,
    commands: createCommands(parts),
    foreground,
    workOffImports: (signal = new AbortController().signal) => workOff(signal),
    purge: (retentionDays) => purgePersonalData(parts, retentionDays),
    wakes: () => wakes,
    close: async () => {
      await database.stop();
      await drop?.();
    },
  };
}

export function contextOf(workspaceId = 'ws_a'): CommandContext {
  return { requestId: 'test', deadline: Date.now() + 600_000, workspaceId, actor: 'test token' };
}

export function suppress(...userIds: string[]): CreateRegulationsDto {
  return { regulationType: 'suppress', users: userIds.map((userId) => ({ userId })) };
}

import { CAPABILITIES, type ServiceCommands } from '@lethe/api/capabilities';
import { commandsOf } from '@lethe/api/definition';
import type { CatalogEditor, DataPlaneIdentity, SourceTable, TokenIdentity } from '@lethe/catalog';
import { loadConfig } from '@lethe/config';
import { LetheError, ROLES, type RequestLimits, type Role } from '@lethe/contracts';
import { Health } from '@lethe/observability';
import { testLog } from '@lethe/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { z } from 'zod';
import { createGateway } from '../src/create-gateway.js';
import type { GatewayParts } from '../src/gateway-parts.js';
import { gatewayVariables, type GatewaySettings } from '../src/config/gateway.config.js';

/** Members of an identity that are equal for all tokens of tests. */
export const TOKEN_OF_WORKSPACE = { workspaceName: 'Demo', createdAt: new Date(0) } as const;

/** Callers by token. The token of each caller is the name of its role. */
export const IDENTITIES: Readonly<Record<Role, TokenIdentity>> = {
  viewer: identity('viewer'),
  editor: identity('editor'),
  admin: identity('admin'),
  owner: identity('owner'),
};

/** Data planes by secret, one of a workspace and one of a namespace. */
export const DATA_PLANES: ReadonlyMap<string, DataPlaneIdentity> = new Map([
  [
    'workspace-plane',
    { dataPlaneId: 'dp-1', name: 'eu-1', workspaceIds: ['ws_demo'], workspaceId: 'ws_demo' },
  ],
  [
    'namespace-plane',
    { dataPlaneId: 'dp-2', name: 'multi', workspaceIds: ['ws_demo'], namespaceId: 'ns_demo' },
  ],
]);

function identity(role: Role): TokenIdentity {
  return {
    tokenId: `token-${role}`,
    workspaceId: 'ws_demo',
    name: `demo ${role}`,
    email: 'Demo@Example.com',
    scopes: ROLES[role],
    ...TOKEN_OF_WORKSPACE,
  };
}

/** Returns a fake. A method without a stub throws an error with the name of the method. */
export function fake<T extends object>(
  name: string,
  methods: readonly (keyof T & string)[],
  stubs: Partial<T> = {},
): T {
  const unexpected = methods.map((method) => [
    method,
    () => {
      throw new Error(`${name}.${method} was called without a stub`);
    },
  ]);
  return { ...(Object.fromEntries(unexpected) as T), ...stubs };
}

const COMMANDS = [
  ...CAPABILITIES.flatMap((capability) => [...commandsOf(capability).keys()]),
] as (keyof ServiceCommands)[];

/** Returns a regulation service that throws at every command without a stub. */
export const fakeCommands = (stubs?: Partial<ServiceCommands>): ServiceCommands =>
  fake<ServiceCommands>('ServiceCommands', COMMANDS, stubs);

/** Returns a regulation service that refuses every command. */
export const refusingCommands = (): ServiceCommands => {
  const refuse = () => Promise.reject(new LetheError('not_found'));
  return fakeCommands(Object.fromEntries(COMMANDS.map((name) => [name, refuse])));
};
const CATALOG = [
  'findSource',
  'findDestinations',
  'findDeletionTarget',
  'findTestTarget',
  'listConnections',
  'findWorkingTokens',
  'findOpenSessions',
] as const;
const DATA_PLANE_READS = ['changes', 'configuration', 'findTransformation', 'findLibrary'] as const;
type Catalog = GatewayParts['catalog'];

const TABLE = ['page', 'find', 'create', 'replace', 'remove', 'check'] as const;
const SESSIONS = ['begin', 'beginByCode', 'makeCode', 'end'] as const;
const SECRETS = ['page', 'make', 'revoke'] as const;
const VERSIONS = ['list', 'get'] as const;
type Kind = Exclude<keyof CatalogEditor, 'tokens' | 'dataPlanes' | 'versions' | 'testCasesOf'>;
type TestCases = ReturnType<CatalogEditor['testCasesOf']>;

/** Returns an editor with a fake for each table. All these fakes get the same stubs. */
function fakeEditor(stubs: Partial<SourceTable>): CatalogEditor {
  const table = <K extends Kind>(kind: K): CatalogEditor[K] =>
    fake<CatalogEditor[K]>(kind, TABLE, stubs as Partial<CatalogEditor[K]>);
  return {
    sources: table('sources'),
    destinations: table('destinations'),
    connections: table('connections'),
    transformations: table('transformations'),
    versions: fake<CatalogEditor['versions']>('versions', VERSIONS),
    libraries: table('libraries'),
    tokens: fake<CatalogEditor['tokens']>('tokens', SECRETS),
    dataPlanes: fake<CatalogEditor['dataPlanes']>('dataPlanes', SECRETS),
    testCasesOf: () => fake<TestCases>('testCases', [...TABLE, 'names']),
  };
}

export interface GatewayUnderTest {
  readonly app: NestFastifyApplication;
  readonly health: Health;
  /** Base URL of the gateway. */
  readonly url: string;
  /** All log lines. */
  readonly logged: readonly Readonly<Record<string, unknown>>[];
}

/** Exchange of the demand for rate limits, if there is no other gateway. */
const ALONE: GatewayParts['rateDemands'] = {
  exchange: () => Promise.resolve({ demands: new Map(), gateways: 1 }),
  deleteExpired: () => Promise.resolve(),
  leave: () => Promise.resolve(),
};

/** Settings of the gateway, with names and units that are convenient for tests. */
interface Numbers {
  readonly limits?: RequestLimits;
  readonly maxInFlight?: number;
  readonly bodyLimits?: {
    readonly perWorkspace: number;
    readonly graceSeconds: number;
    readonly bytesPerSecond: number;
  };
  readonly drainTimeoutMs?: number;
  /** Further settings, by variable. */
  readonly settings?: Partial<GatewaySettings>;
  readonly requestTimeoutMs?: number;
}

const DEFAULTS: GatewaySettings = loadConfig(z.object(gatewayVariables), {});

function settingsOf({ limits, bodyLimits, ...numbers }: Numbers): GatewaySettings {
  return {
    ...DEFAULTS,
    ...(limits && {
      LETHE_LIMIT_BODY_BYTES: limits.bodyBytes,
      LETHE_LIMIT_USERS: limits.usersPerRequest,
      LETHE_LIMIT_SOURCE_IDS: limits.sourceIds,
      LETHE_LIMIT_SUPPRESSIONS: limits.suppressionsPerRequest,
      LETHE_LIMIT_DESTINATION_IDS: limits.destinationIds,
      LETHE_LIMIT_DELETIONS: limits.deletionsPerRequest,
      LETHE_LIMIT_TEST_MESSAGE_BYTES: limits.testMessageBytes,
    }),
    LETHE_MAX_IN_FLIGHT: numbers.maxInFlight ?? 100,
    LETHE_MAX_BODIES: bodyLimits?.perWorkspace ?? 64,
    LETHE_BODY_GRACE: bodyLimits?.graceSeconds ?? 5,
    LETHE_BODY_MIN_RATE: bodyLimits?.bytesPerSecond ?? 1024,
    LETHE_DRAIN_TIMEOUT: (numbers.drainTimeoutMs ?? 0) / 1_000,
    ...numbers.settings,
  };
}

/** Starts a gateway on a free port. Parts for which a test passes no stubs are fakes. */
export async function startGateway(
  options: Partial<Omit<GatewayParts, 'config' | 'commands' | 'catalog' | 'editor' | 'testRuns'>> &
    Numbers & {
      commands?: Partial<ServiceCommands>;
      catalog?: Partial<Catalog>;
      editor?: Partial<SourceTable>;
      testRuns?: Partial<GatewayParts['testRuns']>;
    } = {},
): Promise<GatewayUnderTest> {
  const logged: Record<string, unknown>[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      testLog(chunk.toString());
      logged.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const health = options.health ?? new Health();
  const parts: GatewayParts = {
    authenticator: {
      authenticate: (token) =>
        Promise.resolve(token in IDENTITIES ? IDENTITIES[token as Role] : undefined),
    },
    dataPlaneAuthenticator: {
      authenticate: (secret) => Promise.resolve(DATA_PLANES.get(secret)),
    },
    sessionAuthenticator: {
      authenticate: () => Promise.resolve(undefined),
      invalidate: () => undefined,
    },
    secrets: fake<GatewayParts['secrets']>('Secrets', ['seal', 'open']),
    personSessions: fake<GatewayParts['personSessions']>('PersonSessions', ['begin', 'end']),
    sessions: fake<GatewayParts['sessions']>('Sessions', SESSIONS),
    logger: pino({ level: 'info' }, sink),
    onStopped: () => Promise.resolve(),
    ...options,
    config: settingsOf(options),
    health,
    commands: fakeCommands(options.commands),
    catalog: fake<Catalog>('Catalog', CATALOG, options.catalog),
    rateDemands: options.rateDemands ?? ALONE,
    dataPlaneCatalog: fake<GatewayParts['dataPlaneCatalog']>('DataPlaneCatalog', DATA_PLANE_READS, {
      inService: () => Promise.resolve([]),
    }),
    editor: fakeEditor(options.editor ?? {}),
    testRuns: fake<GatewayParts['testRuns']>(
      'TestRuns',
      ['run', 'testTransformation'],
      options.testRuns,
    ),
  };
  const app = await createGateway(parts, options.requestTimeoutMs);
  await app.listen(0, '127.0.0.1');
  return { app, health, url: await app.getUrl(), logged };
}

/** Returns a function that starts gateways. Each gateway is closed after its test. */
export function useGateways(): typeof startGateway {
  const started: GatewayUnderTest[] = [];
  afterEach(async () => {
    for (const { app } of started.splice(0)) await app.close();
  });
  return async (options) => {
    const gateway = await startGateway(options);
    started.push(gateway);
    return gateway;
  };
}

/** Sends a request, by default as an admin. */
export function send(
  gateway: Pick<GatewayUnderTest, 'url'>,
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const headers = { authorization: 'Bearer admin', ...init.headers };
  return fetch(`${gateway.url}${path}`, { ...init, headers });
}

/** Body of a valid request that creates a suppression. */
export const SUPPRESSION = { regulationType: 'suppress', users: [{ userId: 'secret-user' }] };

/** Sends a valid `POST /v2/regulations`. */
export function create(
  gateway: Pick<GatewayUnderTest, 'url'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return send(gateway, '/v2/regulations', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(SUPPRESSION),
  });
}

/** Returns a stub that blocks its callers until `letGo` is called. */
export function blockedStub<T>(answer: T) {
  const waiting: (() => void)[] = [];
  return {
    /** Number of blocked callers. */
    get count() {
      return waiting.length;
    },
    call: () =>
      new Promise<T>((resolve) => {
        waiting.push(() => {
          resolve(answer);
        });
      }),
    letGo: () => {
      for (const release of waiting.splice(0)) release();
    },
  };
}

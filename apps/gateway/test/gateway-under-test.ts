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

/** Tokens are called like the roles they have. */
export const IDENTITIES: Readonly<Record<Role, TokenIdentity>> = {
  viewer: identity('viewer'),
  editor: identity('editor'),
  admin: identity('admin'),
  owner: identity('owner'),
};

/** Secrets of data planes are called like what they open. */
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
  };
}

/** A fake of which every method that the test did not expect fails with its own name. */
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

/** A regulation service of which every command without a stub throws. */
export const fakeCommands = (stubs?: Partial<ServiceCommands>): ServiceCommands =>
  fake<ServiceCommands>('ServiceCommands', COMMANDS, stubs);

/** One that refuses every command. */
export const refusingCommands = (): ServiceCommands => {
  const refuse = () => Promise.reject(new LetheError('not_found'));
  return fakeCommands(Object.fromEntries(COMMANDS.map((name) => [name, refuse])));
};
const CATALOG = [
  'findSource',
  'findDestinations',
  'findDeletionTarget',
  'findTestTarget',
  'findOwnToken',
  'listConnections',
  'findWorkingTokens',
  'findOpenSessions',
] as const;
const DATA_PLANE_READS = ['changes', 'configuration', 'findTransformation', 'findLibrary'] as const;
type Catalog = GatewayParts['catalog'];

const TABLE = ['page', 'find', 'create', 'replace', 'remove', 'expect'] as const;
const SESSIONS = ['begin', 'beginByCode', 'makeCode', 'end'] as const;
const SECRETS = ['page', 'make', 'revoke'] as const;
const VERSIONS = ['list', 'get'] as const;
type Kind = Exclude<keyof CatalogEditor, 'tokens' | 'dataPlanes' | 'versions' | 'testCasesOf'>;
type TestCases = ReturnType<CatalogEditor['testCasesOf']>;

/** An editor of which every table is a fake; the stubs are the same for all. */
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
  /** Base URL, once it listens. */
  readonly url: string;
  /** Everything that was logged, line by line. */
  readonly logged: readonly Readonly<Record<string, unknown>>[];
}

/** There is no other gateway. */
const ALONE: GatewayParts['rateDemands'] = {
  exchange: () => Promise.resolve({ demands: new Map(), gateways: 1 }),
  forgetOld: () => Promise.resolve(),
  leave: () => Promise.resolve(),
};

/** Numbers of the gateway, in the units of the tests. */
interface Numbers {
  readonly limits?: RequestLimits;
  readonly maxInFlight?: number;
  readonly bodyLimits?: {
    readonly perWorkspace: number;
    readonly graceSeconds: number;
    readonly bytesPerSecond: number;
  };
  readonly drainTimeoutMs?: number;
  /** Further settings, as they are called there. */
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

/** The gateway's HTTP side on a free port, with fakes behind it where the test gives no stubs. */
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
      forget: () => undefined,
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

/** Starts gateways for the tests of a file, and closes each after its test. */
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

/** Sends a request as an admin, unless its headers say otherwise. */
export function send(
  gateway: Pick<GatewayUnderTest, 'url'>,
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const headers = { authorization: 'Bearer admin', ...init.headers };
  return fetch(`${gateway.url}${path}`, { ...init, headers });
}

/** Body of a good request. */
export const SUPPRESSION = { regulationType: 'suppress', users: [{ userId: 'secret-user' }] };

/** Sends a good `POST /v2/regulations`. */
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

/** A stub whose callers wait until they are let go. */
export function heldBack<T>(answer: T) {
  const waiting: (() => void)[] = [];
  return {
    /** How many wait. */
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
      for (const go of waiting.splice(0)) go();
    },
  };
}

import type { RegulationCommands } from '@lethe/api/regulations';
import { CatalogReader } from '@lethe/catalog';

import type { DatabaseConnection } from '@lethe/database';
import type { GatewayParts } from '../src/index.js';
import { SECRETS, useGatewayOnDatabase, type GatewayOnDatabase } from './gateway-on-database.js';

/** Tokens of two workspaces. */
export const TOKENS = {
  admin: 'lth_admin_0123456789abcdefghijkl',
  viewer: 'lth_viewer_0123456789abcdefghijkl',
  /** Token that is allowed to run tests and to read the catalog, but not to change the catalog. */
  runner: 'lth_runner_0123456789abcdefghijkl',
  /** Token that is allowed to run tests, but not to read the catalog. */
  tester: 'lth_tester_0123456789abcdefghijkl',
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
    {
      id: 'ws_a',
      tokens: [
        ...[token('admin', 'admin'), token('viewer', 'viewer'), token('runner', 'editor')],
        { name: 'tester', email: 'a@example.com', token: TOKENS.tester, scopes: ['tests:run'] },
      ],
    },
    { id: 'ws_b', tokens: [token('other', 'admin')] },
  ],
};

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Empty if the answer has no body. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface CatalogGateway {
  /** Sends a request, by default as an admin of `ws_a`. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  readonly url: string;
  readonly connection: DatabaseConnection;
  startAnother: GatewayOnDatabase['startAnother'];
  /** A new reader, which behaves like the reader of another process. */
  readonly otherReader: CatalogReader;
  /** Commands to the regulation service. A test can replace them. */
  readonly commands: Pick<RegulationCommands, 'abortDeletions'>;
  /** Functions that run tests. They throw until a test replaces them. */
  readonly testRuns: Partial<GatewayParts['testRuns']>;
}

/** Starts a gateway for the tests of a file, on a migrated database with two workspaces. */
export function useCatalogGateway(): CatalogGateway {
  const commands: { abortDeletions: RegulationCommands['abortDeletions'] } = {
    abortDeletions: () => Promise.resolve(),
  };
  const testRuns: Partial<GatewayParts['testRuns']> = {};
  const gateway = useGatewayOnDatabase(FILE, {
    commands: { abortDeletions: (command) => commands.abortDeletions(command) },
    testRuns: {
      testTransformation: (test, signal) => {
        if (testRuns.testTransformation === undefined) throw new Error('Nothing is run here.');
        return testRuns.testTransformation(test, signal);
      },
    },
  });

  return {
    commands,
    testRuns,
    startAnother: (...args) => gateway.startAnother(...args),
    get url() {
      return gateway.url;
    },
    get connection() {
      return gateway.connection;
    },
    get otherReader() {
      return new CatalogReader(gateway.connection, SECRETS);
    },
    send: async (method, path, body, headers = {}) => {
      const response = await fetch(`${gateway.url}${path}`, {
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

/** Returns the `Authorization` header with the token of this name. */
export function as(name: keyof typeof TOKENS): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${TOKENS[name]}` };
}

import type { RegulationCommands } from '@lethe/api/regulations';
import { CatalogReader } from '@lethe/catalog';

import type { DatabaseConnection } from '@lethe/database';
import type { GatewayParts } from '../src/index.js';
import { SECRETS, useGatewayOnDatabase, type GatewayOnDatabase } from './gateway-on-database.js';

/** Tokens of two workspaces. */
export const TOKENS = {
  admin: 'lth_admin_0123456789abcdefghijkl',
  viewer: 'lth_viewer_0123456789abcdefghijkl',
  /** Runs tests, and may not change the catalog. */
  runner: 'lth_runner_0123456789abcdefghijkl',
  /** Runs tests, and may not even read the catalog. */
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
  startAnother: GatewayOnDatabase['startAnother'];
  /** As another process has one. */
  readonly otherReader: CatalogReader;
  /** What the gateway asks of the regulation service; a test may put its own in place. */
  readonly commands: Pick<RegulationCommands, 'abortDeletions'>;
  /** What the gateway has run of tests; a test puts its own in place. */
  readonly testRuns: Partial<GatewayParts['testRuns']>;
}

/** A gateway on a real, migrated database with two workspaces, for the tests of a file. */
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

/** The header that makes a request one of another token. */
export function as(name: keyof typeof TOKENS): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${TOKENS[name]}` };
}

import { CatalogEditor } from '@lethe/catalog';
import type { DatabaseConnection } from '@lethe/database';
import { testLog } from '@lethe/testing';
import { pino } from 'pino';
import { Writable } from 'node:stream';
import { SECRETS as BOX, useGatewayOnDatabase } from './gateway-on-database.js';

/** Secrets of data planes, and of a token. */
export const SECRETS = {
  plane: 'lth_dp_a_0123456789abcdefghijkl',
  otherPlane: 'lth_dp_b_0123456789abcdefghijkl',
  revokedPlane: 'lth_dp_revoked_0123456789abcdefghijkl',
  namespace: 'lth_ns_0123456789abcdefghijkl',
  otherNamespace: 'lth_ns_other_0123456789abcdefghijkl',
  user: 'lth_user_0123456789abcdefghijkl',
};
export type SecretName = keyof typeof SECRETS;

export const HOOK_SECRET = 'Bearer s3cret-of-the-hook';

const FILE = {
  workspaces: [
    {
      id: 'ws_a',
      tokens: [{ name: 'u', email: 'u@example.com', token: SECRETS.user, role: 'admin' }],
      dataPlanes: [
        { name: 'eu-1', token: SECRETS.plane },
        { name: 'gone', token: SECRETS.revokedPlane },
      ],
      sources: [
        { id: 'src_web', name: 'Website "main"', type: 'Javascript', writeKey: 'wk_a' },
        { id: 'src_off', name: 'Off', type: 'HTTP', writeKey: 'wk_off', enabled: false },
      ],
      transformations: [
        { id: 'tr', name: 'Mask', code: 'export const transformEvent = (e) => e;' },
      ],
      libraries: [{ id: 'lib', name: 'pii', code: 'export const hide = 1;' }],
      destinations: [
        {
          id: 'dst_hook',
          name: 'Hook',
          type: 'WEBHOOK',
          config: {
            webhookUrl: 'https://example.com/hook',
            headers: [{ from: 'Authorization', to: HOOK_SECRET }],
          },
          transformation: 'tr',
        },
        { id: 'dst_device', name: 'Device', type: 'WEBHOOK', connectionMode: 'device' },
        { id: 'dst_paused', name: 'Paused', type: 'WEBHOOK' },
      ],
      connections: [
        { sourceId: 'src_web', destinationId: 'dst_hook' },
        { sourceId: 'src_web', destinationId: 'dst_device' },
        { sourceId: 'src_web', destinationId: 'dst_paused', enabled: false },
      ],
    },
    {
      id: 'ws_b',
      dataPlanes: [{ name: 'eu-1', token: SECRETS.otherPlane }],
      transformations: [{ id: 'tr', name: 'Of b', code: 'export const transformEvent = 2;' }],
    },
    { id: 'ws_c' },
  ],
  namespaces: [
    {
      id: 'ns',
      workspaces: ['ws_a', 'ws_b'],
      dataPlanes: [{ name: 'multi', token: SECRETS.namespace }],
    },
    { id: 'ns_other', dataPlanes: [{ name: 'multi', token: SECRETS.otherNamespace }] },
  ],
};

export interface DataPlaneGateway {
  readonly url: string;
  readonly connection: DatabaseConnection;
  /** Changes the catalog in the same way as another process. */
  readonly editor: CatalogEditor;
  /** All log lines. */
  readonly logged: readonly string[];
  apply(file: object): Promise<void>;
  /** Sends a request, by default as the data plane of `ws_a`. */
  get(path: string, as?: SecretName, headers?: Readonly<Record<string, string>>): Promise<Response>;
  getJson<T = Readonly<Record<string, unknown>>>(path: string, as?: SecretName): Promise<T>;
}

/** Returns a gateway on a real database, with data planes of workspaces and of namespaces. */
export function useDataPlaneGateway(): DataPlaneGateway {
  const logged: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      testLog(chunk.toString());
      logged.push(chunk.toString());
      done();
    },
  });
  const gateway = useGatewayOnDatabase(FILE, {
    commands: { suppressionPage: () => Promise.resolve({ items: [], token: 't' }) },
    logger: pino({ level: 'trace' }, sink),
  });

  beforeAll(async () => {
    await gateway.connection.query(
      `update catalog.data_planes set revoked_at = now() where name = 'gone'`,
    );
  });

  const get = (
    path: string,
    as: SecretName = 'plane',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> =>
    fetch(`${gateway.url}${path}`, { headers: { ...basic(SECRETS[as]), ...headers } });

  return {
    logged,
    apply: (file) => gateway.apply(file),
    get,
    getJson: async <T>(path: string, as?: SecretName) => (await get(path, as)).json() as Promise<T>,
    get url() {
      return gateway.url;
    },
    get connection() {
      return gateway.connection;
    },
    get editor() {
      return new CatalogEditor({
        database: gateway.connection,
        box: BOX,
        onChange: () => undefined,
      });
    },
  };
}

/** Returns the header in which a data plane sends its secret. */
export function basic(user: string, password = ''): { readonly authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

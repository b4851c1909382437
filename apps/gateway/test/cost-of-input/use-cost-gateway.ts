import { LetheError } from '@lethe/contracts';
import { TOKENS } from '../catalog-gateway.js';
import { refusingCommands } from '../gateway-under-test.js';
import { useGatewayOnDatabase } from '../gateway-on-database.js';

/** Refuses every command, so that only the work of the gateway is measured. */
const refuse = () => Promise.reject(new LetheError('not_found'));

/**
 * Returns a gateway on a real database. It has no rate limits, because a request that a rate limit
 * refuses would cost nothing.
 */
export function useCostGateway(): { readonly url: string } {
  const gateway = useGatewayOnDatabase(FILE, {
    commands: refusingCommands(),
    testRuns: { run: refuse, testTransformation: refuse },
  });
  let url = '';
  beforeAll(async () => {
    url = await gateway.startAnother({
      ...{ LETHE_RATE_TOKEN: 0, LETHE_RATE_WORKSPACE: 0, LETHE_RATE_USERS: 0, LETHE_RATE_TESTS: 0 },
      LETHE_FAILED_CREDENTIALS: 0,
    });
  });
  return {
    get url() {
      return url;
    },
  };
}

const SAVED = { name: 'N', type: 'WEBHOOK' };
const FILE = {
  workspaces: [
    {
      id: 'ws_a',
      tokens: [{ name: 'admin', email: 'a@example.com', token: TOKENS.admin, role: 'owner' }],
      sources: [
        { id: 'src', name: 'S', type: 'HTTP' },
        { id: 'it', name: 'S2', type: 'HTTP' },
      ],
      destinations: [
        { id: 'dst', ...SAVED },
        { id: 'it', ...SAVED, name: 'N2' },
      ],
      connections: [{ sourceId: 'src', destinationId: 'dst' }],
      transformations: [
        { id: 'tr', name: 'T', code: 'export const transformEvent = (e) => e;' },
        { id: 'it', name: 'T2', code: 'export const transformEvent = (e) => e;' },
      ],
      libraries: [{ id: 'it', name: 'lib', code: 'export const a = 1;' }],
    },
  ],
};

import { waitFor } from '@lethe/testing';
import { useGateways } from './gateway-under-test.js';
import { openRaw } from './raw-http.js';

const start = useGateways();
const REQUESTS = 400;
/** With a copy of the answer for each request, the answers would need 100 MB. */
const MAX_BYTES = 40 * 1024 * 1024;

describe('an unauthenticated client that sends 400 requests and reads no answer', () => {
  it.each(['/openapi.json', '/docs/reference/swagger-ui-init.js', '/destination-definitions'])(
    'costs the gateway the memory of only one copy of %s',
    async (path) => {
      const gateway = await start({ maxInFlight: REQUESTS });
      await (await fetch(gateway.url + path)).arrayBuffer();
      let arrived = 0;
      gateway.app.getHttpServer().on('request', () => (arrived += 1));
      const { socket, closed } = openRaw(gateway.url);
      socket.pause();
      const before = memoryInUse();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(REQUESTS));
      await waitFor(() => arrived === REQUESTS);
      // This request is answered only after all 400 earlier answers exist in memory.
      await fetch(`${gateway.url}/livez`);
      expect(memoryInUse() - before).toBeLessThan(MAX_BYTES);
      socket.destroy();
      await closed;
    },
  );
});

function memoryInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

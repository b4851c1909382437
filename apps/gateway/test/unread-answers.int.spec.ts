import { waitFor } from '@lethe/testing';
import { useGateways } from './gateway-under-test.js';
import { openRaw } from './raw-http.js';

const start = useGateways();
const REQUESTS = 400;
/** A text for each of them would be 100 MB. */
const MOST_BYTES = 40 * 1024 * 1024;

describe('a stranger who asks for much and reads nothing', () => {
  it.each(['/openapi.json', '/docs/swagger-ui-init.js', '/destination-definitions'])(
    'makes us hold %s once',
    async (path) => {
      const gateway = await start({ maxInFlight: REQUESTS });
      await (await fetch(gateway.url + path)).arrayBuffer();
      let arrived = 0;
      gateway.app.getHttpServer().on('request', () => (arrived += 1));
      const { socket, closed } = openRaw(gateway.url);
      socket.pause();
      const before = held();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(REQUESTS));
      await waitFor(() => arrived === REQUESTS);
      await fetch(`${gateway.url}/livez`); // comes after what was made of them
      expect(held() - before).toBeLessThan(MOST_BYTES);
      socket.destroy();
      await closed;
    },
  );
});

function held(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

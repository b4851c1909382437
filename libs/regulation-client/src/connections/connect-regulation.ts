import { isIP } from 'node:net';
import { unavailableTimes, rpcTls, splitAddress, type UnavailableVariables } from '@lethe/config';
import type { RegulationClientVariables } from '../regulation-client.variables.js';
import { RegulationConnections } from './regulation-connections.js';

export type ConnectRegulationConfig = RegulationClientVariables & UnavailableVariables;

/**
 * Makes the connections that the configuration describes, with mutual TLS where it names
 * certificates. Nothing is opened before the first request.
 *
 * @returns connections; their owner calls `close` at the end
 */
export function connectRegulation(config: ConnectRegulationConfig): RegulationConnections {
  const address = splitAddress(config.LETHE_REGULATION_ADDRESS);
  const certificates = rpcTls(config);
  const name = config.LETHE_RPC_SERVER_NAME ?? address.host;
  // A name in SNI must not be an IP address; Node looks for the address in the certificate all the same.
  const servername = isIP(name) === 0 ? { servername: name } : {};
  return new RegulationConnections({
    ...address,
    size: config.LETHE_REGULATION_SOCKETS,
    connectTimeoutMs: unavailableTimes(config).connectTimeoutMs,
    ...(certificates && {
      tls: () => ({ minVersion: 'TLSv1.2', ...servername, ...certificates() }),
    }),
  });
}

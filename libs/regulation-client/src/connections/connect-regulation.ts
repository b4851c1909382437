import { isIP } from 'node:net';
import { unavailableTimes, rpcTls, splitAddress, type UnavailableVariables } from '@lethe/config';
import type { RegulationClientVariables } from '../regulation-client.variables.js';
import { RegulationConnections } from './regulation-connections.js';

export type ConnectRegulationConfig = RegulationClientVariables & UnavailableVariables;

/**
 * Returns the configured connections to the regulation service. They use mutual TLS if certificates
 * are configured. The first request opens the first connection.
 *
 * @returns connections; the caller calls `close` at the end
 */
export function connectRegulation(config: ConnectRegulationConfig): RegulationConnections {
  const address = splitAddress(config.LETHE_REGULATION_ADDRESS);
  const certificates = rpcTls(config);
  const name = config.LETHE_RPC_SERVER_NAME ?? address.host;
  // The server name of TLS (SNI) must not be an IP address. Node still compares the address with
  // the certificate.
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

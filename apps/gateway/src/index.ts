export { createGateway, type GatewayOptions } from './create-gateway.js';
export {
  demoVariables,
  gatewayConfigSchema,
  gatewayVariables,
  type GatewayConfig,
  type GatewaySettings,
} from './gateway.config.js';
export { readWorkspaceFile } from './prepare-workspaces.js';
export { RegulationClient } from './regulation-client/regulation-client.js';
export {
  RegulationConnections,
  type ConnectionsOptions,
} from './regulation-client/regulation-connections.js';
export { TestRuns } from './test-runs/test-runs.js';
export { warnOfSharedNames } from './warn-of-shared-names.js';

export { checkOidcVariables } from './config/oidc.variables.js';
export { signInLink } from './console/sign-in/sign-in-link.js';
export { findConsoleFiles } from './console/assets/console-files.js';
export { createGateway } from './create-gateway.js';
export { openGatewayPools, type GatewayPools } from './database/open-gateway-pools.js';
export { createCatalogParts, type GatewayParts } from './gateway-parts.js';
export {
  demoVariables,
  GATEWAY_CONNECTIONS,
  gatewayConfigSchema,
  gatewayVariables,
  type GatewayConfig,
  type GatewaySettings,
} from './config/gateway.config.js';
export { prepareWorkspaces, readWorkspaceFile } from './database/prepare-workspaces.js';
export { TestRuns } from './tests/test-runs.js';
export { warnOfSharedNames } from './database/warn-of-shared-names.js';

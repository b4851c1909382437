import 'reflect-metadata';
import { loadConfig, processEnvironment } from '@lethe/config';
import { runApp } from '@lethe/observability';
import { gatewayConfigSchema } from './config/gateway.config.js';
import { startGateway } from './start-gateway.js';

runApp((fail) => {
  const environment = processEnvironment();
  return startGateway(loadConfig(gatewayConfigSchema, environment), environment, fail);
});

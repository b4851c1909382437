import 'reflect-metadata';
import { loadConfig, processEnvironment } from '@lethe/config';
import { runApp } from '@lethe/observability';
import { regulationConfigSchema } from './regulation.config.js';
import { startRegulation } from './start-regulation.js';

runApp((fail) => {
  const config = loadConfig(regulationConfigSchema, processEnvironment());
  return startRegulation(config, fail);
});

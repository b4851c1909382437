import 'reflect-metadata';
import { loadConfig, processEnvironment } from '@lethe/config';
import { runApp } from '@lethe/observability';
import { standaloneConfigSchema } from './standalone.config.js';
import { startStandalone } from './start-standalone.js';

runApp((fail) => {
  const config = loadConfig(standaloneConfigSchema, processEnvironment());
  return startStandalone(config, fail);
});

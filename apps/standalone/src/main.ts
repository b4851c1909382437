import 'reflect-metadata';
import { loadConfig, processEnvironment } from '@lethe/config';
import { runApp } from '@lethe/observability';
import { asksForHelp, HELP } from './help.js';
import { standaloneConfigSchema } from './standalone.config.js';
import { startStandalone } from './start-standalone.js';

if (asksForHelp(process.argv.slice(2))) {
  process.stdout.write(HELP);
} else {
  runApp((fail) => {
    const config = loadConfig(standaloneConfigSchema, processEnvironment());
    return startStandalone(config, fail);
  });
}

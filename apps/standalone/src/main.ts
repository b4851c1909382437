import 'reflect-metadata';
import { runService } from '@lethe/observability';
import { asksForHelp, HELP } from './help.js';
import { standaloneConfigSchema } from './standalone.config.js';
import { startStandalone } from './start-standalone.js';

if (asksForHelp(process.argv.slice(2))) {
  process.stdout.write(HELP);
} else {
  runService(standaloneConfigSchema, startStandalone);
}

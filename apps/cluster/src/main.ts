import { fileURLToPath } from 'node:url';
import { loadConfig, processEnvironment } from '@lethe/config';
import { runApp } from '@lethe/observability';
import { clusterConfigSchema } from './config.js';
import { endWithTerminal } from './end-with-terminal.js';
import { startCluster } from './start-cluster.js';

const program = (app: string): string => {
  return fileURLToPath(new URL(`../../${app}/dist/main.js`, import.meta.url));
};

endWithTerminal();
runApp((fail) => {
  const environment = processEnvironment();
  const context = {
    programs: {
      regulation: program('regulation'),
      gateway: program('gateway'),
      testRunner: program('test-runner'),
    },
    environment,
    print: (line: string) => void process.stdout.write(`${line}\n`),
  };
  return startCluster(loadConfig(clusterConfigSchema, environment), context, fail);
});

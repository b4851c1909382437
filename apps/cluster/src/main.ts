import { fileURLToPath } from 'node:url';
import { loadConfig, processEnvironment, unknownVariables } from '@lethe/config';
import { runApp } from '@lethe/observability';
import { clusterConfigSchema } from './cluster.config.js';
import { endWithTerminal } from './end-with-terminal.js';
import { startCluster } from './start-cluster.js';

const program = (app: string): string => {
  return fileURLToPath(new URL(`../../${app}/dist/bundle/main.js`, import.meta.url));
};

endWithTerminal();
runApp((fail) => {
  const environment = processEnvironment();
  const unknown = unknownVariables(environment);
  const context = {
    programs: {
      regulation: program('regulation'),
      gateway: program('gateway'),
      testRunner: program('test-runner'),
      deletionWorker: program('deletion-worker'),
    },
    // `runApp` has reported the unknown variables. They are removed here, so that the apps do not
    // report them again.
    environment: Object.fromEntries(
      Object.entries(environment).filter(([name]) => !unknown.has(name)),
    ),
    print: (line: string) => void process.stdout.write(`${line}\n`),
  };
  return startCluster(loadConfig(clusterConfigSchema, environment), context, fail);
});

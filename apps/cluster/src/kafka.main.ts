import { join, resolve } from 'node:path';
import { loadConfig, processEnvironment } from '@lethe/config';
import { startLocalKafka } from '@lethe/local-services';
import { runApp, StartError } from '@lethe/observability';
import { kafkaConfigSchema } from './cluster.config.js';
import { endWithTerminal } from './end-with-terminal.js';

endWithTerminal();
runApp(async (fail) => {
  const config = loadConfig(kafkaConfigSchema, processEnvironment());
  const dataDir = join(resolve(config.LETHE_DATA_DIR), 'kafka');
  const kafka = await startLocalKafka({ dataDir, port: config.KAFKA_PORT });
  let stopping = false;
  void kafka.exited.then(() => {
    if (!stopping) fail(new StartError(`Kafka ended. See ${join(dataDir, 'kafka.log')}.`));
  });
  process.stdout.write(`\n  Kafka is ready   ${kafka.brokers}\n\n  Ctrl-C stops it.\n\n`);
  return {
    stop: () => {
      stopping = true;
      return kafka.stop();
    },
  };
});

import { loadConfig, processEnvironment } from '@lethe/config';
import { runApp } from '@lethe/observability';
import { eventFilterConfigSchema } from './event-filter.config.js';
import { startEventFilter } from './start-event-filter.js';

runApp((fail) => {
  const config = loadConfig(eventFilterConfigSchema, processEnvironment());
  return startEventFilter(config, fail);
});

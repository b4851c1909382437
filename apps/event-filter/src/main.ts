import { runService } from '@lethe/observability';
import { eventFilterConfigSchema } from './event-filter.config.js';
import { startEventFilter } from './start-event-filter.js';

runService(eventFilterConfigSchema, startEventFilter);

export { eventFilterConfigSchema, type EventFilterConfig } from './event-filter.config.js';
export { startEventFilter } from './start-event-filter.js';

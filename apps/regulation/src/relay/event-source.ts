/** CloudEvents `source` of everything that this service publishes. */
export const EVENT_SOURCE = '/lethe/regulation';

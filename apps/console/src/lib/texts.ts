import { countOf } from './count-of.js';

export const TEXTS = {
  formatTime: {
    /** Shown for a past time. */
    justNow: 'just now',
    /** Shown for a deadline or a next attempt. */
    now: 'now',
    daysLeft: (days: number) => `${countOf(days, 'day')} left`,
  },
  formatDuration: {
    lessThanASecond: 'less than a second',
    units: { day: 'day', hour: 'hour', minute: 'minute', second: 'second' },
  },
  parseEvents: {
    wrongCount: (most: number) => `Enter one event, or a list of 1 to ${most} events.`,
    noObject: 'Each event must be an object: { "type": "track", … }.',
    noJson: (reason: string) => `This is not valid JSON: ${reason}.`,
  },
  placeText: {
    line: (line: number) => `Line ${line}`,
    lineAndColumn: (line: number, column: number) => `Line ${line}, column ${column}`,
    library: (library: string) => `Library ${library}`,
  },
} as const;

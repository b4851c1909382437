import { countOf } from '../../lib/count-of.js';

export const TEXTS = {
  title: 'Connections',
  description: 'Which sources send events to which destinations.',
  nothing: 'Nothing to connect yet',
  lacks: {
    source: {
      whatToDo: 'A connection links a source to a destination. There is no source yet: create one.',
      goThere: 'Go to sources',
    },
    destination: {
      whatToDo:
        'A connection links a source to a destination. There is no destination yet: create one.',
      goThere: 'Go to destinations',
    },
  },
  filters: 'Filters',
  source: 'Source',
  allSources: 'All sources',
  destination: 'Destination',
  allDestinations: 'All destinations',
  state: 'State',
  allStates: 'All',
  states: { connected: 'Connected', paused: 'Paused', none: 'Not connected' },
  from: 'From',
  to: 'To',
  connection: 'Connection',
  fromSource: (name: string) => `From ${name}`,
  fromNamesake: (name: string, id: string) => `From ${name} (${id})`,
  noMatch: 'No connection matches the filters.',
  pairs: (count: number) => countOf(count, 'pair'),
} as const;

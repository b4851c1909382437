import { countOf } from '../../lib/count-of.js';

export const TEXTS = {
  types: {
    suppress: 'Suppress',
    suppress_with_delete: 'Suppress and delete',
    delete: 'Delete',
  },
  typeMeanings: {
    suppress: 'New events are dropped. Stored data is not deleted.',
    suppress_with_delete:
      'New events are dropped at all sources. Stored data is deleted at the destinations of the regulation. The deletion cannot be undone.',
    delete:
      'Stored data is deleted at the destinations of the regulation. New events are not dropped. The deletion cannot be undone.',
  },
  fields: {
    type: 'Type of regulation',
    sources: 'Sources',
    allSources: 'All sources',
    noSource: 'No source has this name.',
    sourcesHint: 'Leave empty for all sources, including future ones.',
    reason: 'Reason',
    reasonHint: 'Shown in the history. Do not enter personal data: this text is kept.',
  },
  deletionFields: {
    places: 'Where to delete',
    choices: {
      all: {
        label: 'All destinations that can delete',
        hint: 'The next step names the destinations at which nothing is deleted, and why.',
      },
      chosen: { label: 'Only at destinations that you choose' },
    },
    destinations: 'Destinations',
    chooseDestinations: 'Destinations that can delete',
    noDestination: 'No destination that can delete has this name.',
    receivedOn: 'Request received on',
    receivedOnHint:
      'The day on which the person asked, in UTC. The deadline counts from its start. Leave empty if the person asks now.',
    law: 'Law that sets the deadline',
    noLaw: 'None: the deadline of the workspace',
    laws: { gdpr: 'GDPR: one calendar month', ccpa: 'CCPA: 45 days' },
  },
  notDeleted: {
    title: (count: number) => `Nothing is deleted at ${countOf(count, 'destination')}:`,
    fact: 'Nothing is deleted at',
    at: (destination: string, reason: string) => `${destination} ${reason}`,
    more: (count: number) => `${countOf(count, 'more destination')}.`,
  },
} as const;

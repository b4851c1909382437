export const TEXTS = {
  types: {
    suppress: 'Suppress',
    suppress_with_delete: 'Suppress and delete',
    delete: 'Delete',
  },
  typeMeanings: {
    suppress: 'New events are dropped. Stored data is not deleted.',
    suppress_with_delete:
      'New events are dropped at all sources. Stored data is deleted at the chosen destinations. The deletion cannot be undone.',
    delete:
      'Stored data is deleted at the chosen destinations. New events are not dropped. The deletion cannot be undone.',
  },
  fields: {
    type: 'Type of regulation',
    destinations: 'Destinations',
    chooseDestinations: 'Where to delete',
    noDestination: 'No destination has this name.',
    sources: 'Sources',
    allSources: 'All sources',
    noSource: 'No source has this name.',
    sourcesHint: 'Leave empty for all sources, including future ones.',
    reason: 'Reason',
    reasonHint: 'Shown in the history. Do not enter personal data: this text is kept.',
  },
} as const;

export const TEXTS = {
  newSource: {
    title: 'New source',
    create: 'Create',
    created: 'Source created',
    whereKeyIs: 'The page of the source shows its write key.',
    name: 'Name',
    exampleOfName: 'Website',
    type: 'Type',
    other: 'Other',
    otherType: 'Name of the type',
    otherTypeHint: 'The name that your data plane uses.',
  },
  sourcePage: {
    title: 'Source',
    sources: 'Sources',
    details: 'Details',
    id: 'Id',
    copyId: 'Copy the id',
    writeKey: 'Write key',
    created: 'Created',
    changed: 'Changed',
    forApi: 'In the API',
    howToName: 'Write the id into sourceIds to suppress users at this source only.',
    noDestinations: 'No destinations yet, so its events go nowhere.',
    goToDestinations: 'Go to destinations',
    menu: {
      rename: 'Rename…',
      disabling:
        'After their next poll, data planes reject events with its write key. These events are lost.',
      enabling: 'After their next poll, data planes accept events with its write key again.',
      noConnection: 'It is connected to no destination.',
      connections: (count: number) =>
        count === 1
          ? 'Its connection is deleted too.'
          : `Its ${count} connections are deleted too.`,
      writeKey: 'Its write key stops working and cannot be restored.',
      users: 'Users who are suppressed at all sources stay suppressed.',
      deleted: 'Source deleted',
    },
    renameDialog: {
      question: (name: string) => `Rename ${name}?`,
      consequence: 'Its id and its write key stay the same.',
      confirm: 'Rename',
      name: 'Name',
    },
  },
  sourcesPage: {
    title: 'Sources',
    description:
      'Where events of users come from. The events of a source are sent with its write key.',
    name: 'Name',
    type: 'Type',
    state: 'State',
    writeKey: 'Write key',
    destinations: 'Destinations',
    created: 'Created',
    create: 'New source',
    find: 'Find by name or type',
    noMatch: 'No source has this text in its name or type.',
    none: 'No sources yet',
    whatTheyAre:
      'A source is a website, an app or a server that sends events. Create a source, then send its events with its write key.',
  },
  writeKey: {
    missing: 'Shown only with the permission catalog:write',
    beginning: (text: string) => `${text}…`,
    show: 'Show the write key',
    hide: 'Hide the write key',
    copy: 'Copy the write key',
  },
} as const;

export const TEXTS = {
  newDataPlane: {
    title: 'New data plane',
    create: 'Create',
    created: (name: string) => `Data plane ${name} created`,
    name: 'Name',
    exampleOfName: 'eu-1',
    variables: 'Environment variables of the data plane',
    copyVariables: 'Copy the variables',
    variablesLabel: 'Variables',
    address:
      'The variables contain the address of this page. Change this address if the data plane reaches Lethe at another one.',
  },
  dataPlanesPage: {
    title: 'Data planes',
    description:
      'Data planes accept your events and drop those of suppressed users. Some also delete data at destinations.',
    name: 'Name',
    state: 'State',
    lastSeen: 'Last seen',
    never: 'Never',
    create: 'New data plane',
    none: 'No data planes yet',
    howTo:
      'A data plane signs in to Lethe with a secret. Create a data plane here, then copy the secret into its configuration.',
    noneInState: 'No data plane in this state',
    whyListed: 'Expired and revoked data planes stay in the list.',
    revokeDialog: {
      question: (name: string) => `Revoke ${name}?`,
      consequence:
        'Within seconds, Lethe stops answering this data plane. This cannot be undone, and its name cannot be used again.',
      whatGoesOn:
        'The data plane continues to process events with the suppressions that it knows now. Later suppressions do not reach it. To avoid this, first create a new data plane here, and configure the running data plane with the new secret. Then revoke the old entry.',
      confirm: 'Revoke',
      done: 'Data plane revoked',
    },
  },
} as const;

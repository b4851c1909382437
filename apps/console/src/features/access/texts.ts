export const TEXTS = {
  credentialColumns: {
    expires: 'Expires',
    never: 'Never',
    created: 'Created',
    by: (name: string) => `by ${name}`,
    operator: 'an operator',
    revoke: (name: string) => `Revoke ${name}`,
  },
  expiryField: {
    label: 'Expiry',
    choices: {
      '30': '30 days',
      '90': '90 days',
      '365': '1 year',
      never: 'Never',
      longest: 'When your own token expires',
      date: 'On a date',
    },
    lastDay: 'Last day',
    expiresAt: (time: string) => `Expires at ${time}.`,
  },
  secretOnce: {
    description: 'Copy the secret now. Lethe stores only its hash, and cannot show it again.',
    copy: 'Copy the secret',
    secret: 'Secret',
    done: 'I have copied it',
  },
  stateFilter: {
    filters: 'Filters',
    state: 'State',
    states: { active: 'Active', expired: 'Expired', revoked: 'Revoked', all: 'All' },
  },
  permissions: (count: number) => `${count} permissions`,
  scopes: {
    'regulations:read': 'See regulations, users and deletions',
    'regulations:suppress': 'Suppress users, and cancel suppressions',
    'regulations:delete':
      'Delete data of users at destinations, and cancel, retry, pause or resume deletions',
    'deletions:work': 'Take deletion jobs, and see all identifiers of their users',
    'tests:run': 'Test events and transformations, without sending anything',
    'tests:send': 'Send test events to destinations',
    'catalog:read': 'See sources, destinations, connections and transformations',
    'catalog:write': 'Change sources, destinations, connections and transformations',
    'tokens:write': 'Create and revoke tokens',
    'data-planes:write': 'Create and revoke data planes',
  },
} as const;

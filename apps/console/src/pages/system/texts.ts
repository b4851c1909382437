export const TEXTS = {
  title: 'System',
  description: 'Your access, the health of Lethe, and the reference of its API.',
  access: {
    title: 'Your access',
    tokens: 'Tokens',
    workspace: 'Workspace',
    workspaceId: 'Workspace id',
    copyWorkspaceId: 'Copy the workspace id',
    token: 'Token',
    email: 'E-mail',
    created: 'Created',
    expires: 'Expires',
    never: 'Never',
    permissions: 'Permissions',
    yes: 'Yes',
    no: 'No',
  },
  health: {
    title: 'Health',
    version: 'Version',
    gateway: 'Gateway',
    reasons: 'Reasons',
    checks: { database: 'Database', regulation: 'Regulation service' },
    limit: (of: string) => `Limit of a ${of}`,
    requests: (count: string, seconds: number) =>
      seconds === 1 ? `${count} requests per second` : `${count} requests per ${seconds} seconds`,
    whichGateway:
      'This is the state of the gateway that answered. Other gateways may answer at the same address.',
  },
  reference: {
    title: 'For scripts',
    otherTab: '(in another tab)',
    api: { name: 'API reference', words: 'All requests of this console, with examples.' },
    errors: { name: 'Error codes', words: 'The meaning of each code, and what to do.' },
    document: { name: 'OpenAPI document', words: 'For generated clients.' },
    licences: { name: 'Licences', words: 'Licences of the packages in this console.' },
  },
} as const;

export const TEXTS = {
  newToken: {
    title: 'New token',
    create: 'Create',
    created: (name: string) => `Token ${name} created`,
    /** These texts are placed around a header. */
    scripts: 'Scripts send it as',
    people: '. People sign in to the console with it.',
    name: 'Name',
    exampleOfName: 'ci',
    nameHint:
      'The person or program that uses the token. Lethe shows this name with the changes that the token makes. The name cannot be used again.',
    permissions: 'Permissions',
    onlyOwn: 'You can give only permissions that your own token has.',
  },
  tokensPage: {
    title: 'Tokens',
    description:
      'People and scripts sign in with tokens. The permissions of a token limit what it can do.',
    name: 'Name',
    own: 'Your token',
    state: 'State',
    permissions: 'Permissions',
    lastUsed: 'Last used',
    create: 'New token',
    noneInState: 'No token in this state',
    whyListed:
      'Expired and revoked tokens stay in the list, because each regulation shows the token that created it.',
    revokeDialog: {
      question: (name: string) => `Revoke ${name}?`,
      questionOwn: (name: string) => `Revoke ${name}, your own token?`,
      signedOut: 'You are signed in with this token, so you are signed out at once.',
      consequence:
        'Requests with this token are refused within seconds, and its sessions end. This cannot be undone, and its name cannot be used again. Tokens that were created with it stay valid. To find them, look for the name of this token in the column “Created” of the list.',
      confirm: 'Revoke',
      confirmOwn: 'Revoke and sign out',
      done: 'Token revoked',
    },
  },
} as const;

export const TEXTS = {
  askBeforeLink: {
    label: 'Sign-in link',
    /** These texts are placed around the names of workspace and token. */
    workspace: 'This link signs you in to the workspace',
    idAndToken: (id: string) => `(${id}) with the token`,
    onlyIfAsked: '. Continue only if you requested the link.',
    isSignedIn: 'You are already signed in. The link ends your present session.',
    confirm: 'Sign in with this link',
    dismiss: 'Stay signed in',
  },
  signInPage: {
    title: 'Sign in',
    heading: 'Sign in to Lethe',
    hasEnded:
      'Your session has ended: it expired, or its token was revoked. Sign in again to return to the same page.',
    singleSignOn: (provider: string) => `Continue with ${provider}`,
    or: 'or',
    token: 'Access token',
    tokenHint:
      'Paste a token, or the sign-in link that npm start prints. If you have none, ask the operator of Lethe for a token.',
    signIn: 'Sign in',
  },
  refused:
    'This token or link is not valid. It may be mistyped, expired or revoked, or the link was used before.',
} as const;

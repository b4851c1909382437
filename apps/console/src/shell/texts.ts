export const TEXTS = {
  navigation: {
    headings: { privacy: 'Privacy', events: 'Events', workspace: 'Workspace' },
    overview: { label: 'Overview' },
    regulations: { label: 'Regulations', keywords: 'suppress delete users' },
    users: {
      label: 'Users',
      keywords: 'people person data subject find look up suppressed why unsuppress',
    },
    imports: { label: 'Imports', keywords: 'upload csv ndjson file bulk' },
    deletions: { label: 'Deletions', keywords: 'queue jobs retry pause resume overdue deadline' },
    transformations: { label: 'Transformations', keywords: 'code javascript libraries versions' },
    playground: { label: 'Playground', keywords: 'test event try send' },
    destinations: { label: 'Destinations', keywords: 'types queue pause' },
    sources: { label: 'Sources', keywords: 'write key' },
    connections: { label: 'Connections' },
    dataPlanes: { label: 'Data planes' },
    tokens: { label: 'Tokens', keywords: 'access permissions secret revoke' },
    system: {
      label: 'System',
      keywords: 'health version limits permissions api reference errors who am i',
    },
  },
  allowedPage: {
    title: 'Missing permission',
    reason: 'Your token lacks a permission',
    /** Shown before the permissions. */
    needs: 'This page needs the permission',
    or: ' or ',
    /** Shown after the permissions. */
    whatToDo: (token: string) =>
      `. You are signed in with the token “${token}”. Ask the person who gave you this token for a token with this permission.`,
  },
  commandBar: {
    title: 'Commands',
    search: 'Search or paste an id',
    noMatch: 'No match.',
    /** Headings of the groups of commands. */
    groups: {
      'This page': 'This page',
      Actions: 'Actions',
      'Go to': 'Go to',
      Settings: 'Settings',
    },
    lookUp: 'Look up',
    regulation: 'Open the regulation with this id',
    user: 'Find the user with this id, e-mail address or phone number',
  },
  commands: {
    shortcuts: 'Keyboard shortcuts',
    lightTheme: 'Light theme',
    darkTheme: 'Dark theme',
    times: 'Show times differently: relative, local or UTC',
    signOut: 'Sign out',
  },
  live: {
    live: { label: 'Live', meaning: 'This page shows changes at once.' },
    polling: {
      label: 'Polling',
      meaning: 'This gateway sends no live changes. Pages refresh every 10 seconds.',
    },
    connecting: {
      label: 'Connecting',
      meaning: 'This page shows changes again when the connection to the gateway is back.',
    },
  },
  settingsMenu: {
    trigger: (token: string) => `Settings, signed in as ${token}`,
    signedInAs: (token: string) => `Signed in as ${token}`,
    signOut: 'Sign out',
    theme: 'Theme',
    themes: { system: 'System setting', light: 'Light', dark: 'Dark' },
    times: 'Times',
    timeModes: { relative: 'Relative', local: 'Local', utc: 'UTC' },
    documentation: 'Documentation',
  },
  shell: {
    skip: 'Skip to the content',
    openNavigation: 'Open the navigation',
    home: 'Lethe, overview',
    workspace: (id: string) => `Workspace ${id}`,
  },
  shortcutsDialog: {
    title: 'Keyboard shortcuts',
    commands: 'Search, or find an id',
    rows: 'Next and previous row of a list',
    open: 'Open the selected row',
    leaveEditor: 'Leave an editor',
    goTo: (page: string) => `Go to ${page}`,
  },
  sideNavigation: { pages: 'Pages', close: 'Close' },
  signOutFailed: 'Signing out failed. You may still be signed in',
} as const;

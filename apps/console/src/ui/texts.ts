export const TEXTS = {
  badge: {
    suppressed: 'Suppressed',
    notSuppressed: 'Not suppressed',
    passed: 'Passed',
    error: 'Error',
    connected: 'Connected',
    expired: 'Expired',
    revoked: 'Revoked',
    enabled: 'Enabled',
    disabled: 'Disabled',
    ready: 'Ready',
    notReady: 'Not ready',
    up: 'Up',
    down: 'Down',
  },
  combobox: {
    clear: 'Clear',
    showAll: 'Show all',
    remove: (option: string) => `Remove ${option}`,
    noMatch: 'No match.',
  },
  confirmDialog: { cancel: 'Cancel' },
  copyButton: { copied: 'Copied' },
  createDialog: { cancel: 'Cancel' },
  curlButton: {
    show: 'Show as curl',
    showThisRequest: 'Show this request as curl',
    title: 'This request as curl',
    description:
      'This command sends the same request from a shell. Set LETHE_TOKEN to a token before you run it.',
    command: 'Command',
    copy: 'Copy',
  },
  dialog: { close: 'Close' },
  diff: {
    before: (label: string) => `${label}: before`,
    after: (label: string) => `${label}: after`,
  },
  errorState: {
    request: 'Request id',
    copyRequest: 'Copy the request id',
    retry: 'Try again',
  },
  field: { optional: 'optional' },
  filters: {
    from: 'Created from (UTC)',
    until: 'Created until (UTC, inclusive)',
    clear: 'Clear filters',
  },
  followedTable: {
    loaded: (rows: string) => `${rows} loaded`,
    full: (rows: string) =>
      `${rows} loaded. No more can be shown: filter by day to see older ones.`,
    newer: (rows: string) => `Show ${rows} new`,
  },
  helpLink: (about: string) => `Explanation: ${about} (opens a new tab)`,
  itemMenu: {
    trigger: 'Actions',
    disable: 'Disable',
    enable: 'Enable',
    delete: 'Delete',
    /** A menu item that opens a dialog. */
    asking: (verb: string) => `${verb}…`,
    question: (verb: string, name: string) => `${verb} ${name}?`,
  },
  jsonView: {
    copy: (label: string) => `Copy: ${label}`,
    more: (members: number) => `Show ${members} more`,
  },
  listPage: {
    filters: 'Filters',
    noMatch: 'No match',
    showAll: 'Show all',
    shown: (shown: string, total: string) => `${shown} of ${total} shown`,
    shownOfFirst: (shown: string, total: string, loaded: string) =>
      `${shown} of ${total} shown. This page loads the first ${loaded} only. The API lists all.`,
  },
  loadMore: {
    shown: (shown: string) => `${shown} shown`,
    shownOf: (shown: string, total: string) => `${shown} of ${total} shown`,
    more: 'Load more',
  },
  pageHeader: { breadcrumbs: 'Breadcrumbs' },
  skeleton: { loading: 'Loading' },
  table: { actions: 'Actions' },
  toast: {
    pageError: 'This page has an error. Reload it.',
    withRequest: (message: string, requestId: string) => `${message} (request ${requestId})`,
    dismiss: 'Dismiss',
  },
  unreachableBanner: 'No connection to the gateway. Trying again…',
  unsavedDialog: { title: 'Leave without saving?', leave: 'Leave' },
  whatToTry: {
    pageError: 'This page has an error.',
    reloadPage: 'Reload the page. If the error comes again, report it to the operator of Lethe.',
    unreachable:
      'Check that the gateway is running and that your network can reach it. This page tries again automatically.',
    forbidden: 'Your token lacks the permission. Sign in with a token that has it.',
    notFound: 'It was deleted, or it belongs to another workspace. Look for it in the list.',
    changed:
      'Another person changed it while you were editing. Reload the page, then repeat your change.',
    outcomeUnknown: 'The change may have been made. Reload the list before you repeat it.',
    tooMany: 'There were too many requests. Wait a moment, then try again.',
    conflict: 'Reload the page to see the current state, then decide again.',
    correct: 'Correct the values that the message names, then try again.',
    tryAgain:
      'Try again. If the error stays, send the request id to the operator of Lethe: the logs of the gateway contain the reason.',
  },
} as const;

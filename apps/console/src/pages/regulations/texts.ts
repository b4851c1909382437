import { isolated } from '../../lib/isolated.js';
import { countOf } from '../../lib/count-of.js';

export const TEXTS = {
  bulkCancelDialog: {
    question: (count: number) => `Cancel ${regulations(count)}?`,
    running: 'Canceling regulations',
    consequences: {
      events:
        'New events of these users are no longer dropped, unless another regulation suppresses them.',
      waiting: 'Waiting deletions are withdrawn. Running deletions may still delete data.',
      deleted: 'Deleted data stays deleted.',
      final:
        'A canceled regulation cannot become active again. Regulations that are already canceled do not change.',
    },
    stop: 'Stop',
    dismiss: 'Keep them',
    close: 'Close',
    confirm: 'Cancel them',
    tryAgain: (count: number) => `Try again for ${regulations(count)}`,
    progress: 'Canceled',
    done: (done: number, all: number) => `${done} of ${regulations(all)}`,
    canceled: (count: number) => `${regulations(count)} canceled`,
    stopped: (left: number) => `, ${left} not tried`,
    failed: (count: number) => `, ${count} failed`,
    error: (message: string) => `: ${message}`,
  },
  cancelDialog: {
    question: 'Cancel this regulation?',
    confirm: 'Cancel the regulation',
    dismiss: 'Keep it',
    done: 'Regulation canceled',
    allSources: 'all sources',
    itsSources: 'the sources of this regulation',
    events: (sources: string) =>
      `New events of this user are no longer dropped at ${sources}, unless another regulation suppresses the user.`,
    waiting: (destinations: string) => `These deletions are withdrawn: ${destinations}.`,
    running: (destinations: string) =>
      `These deletions have already started and may still complete: ${destinations}.`,
    handedOver: (destinations: string) =>
      `These destinations have already accepted the deletion, and will delete the data in spite of the cancel: ${destinations}.`,
    complete: (destinations: string) =>
      `Deleted data stays deleted at these destinations: ${destinations}.`,
    final: 'A canceled regulation cannot become active again. Create a new one instead.',
  },
  extensionDialog: {
    question: 'Extend the deadline?',
    now: (deadline: string) => `The deadline is ${deadline}.`,
    byLaw: {
      gdpr: 'It moves to three months after the request of the person (GDPR, Article 12(3)).',
      ccpa: 'It moves to 90 days after the request of the person (CCPA).',
    },
    inform:
      'It can be extended only once. The law requires that you inform the person before the present deadline. Lethe does not do this.',
    reason: 'Reason',
    reasonHint: 'Why more time is needed. This text is kept: enter no personal data.',
    confirm: 'Extend the deadline',
    done: (deadline: string) => `The deadline is now ${deadline}`,
  },
  identifier: { show: 'Show the identifier', hide: 'Hide the identifier' },
  newRegulationPage: {
    title: 'New regulation',
    regulations: 'Regulations',
    description: 'Lethe creates one regulation for each user: all of them or none.',
    fromFile: 'Import a file',
    users: 'User ids',
    example: 'user-1\nuser-2, email=user-2@example.com, phone=+4930123456',
    usersHint:
      'Write one user on each line: the user id exactly as in your events, then further identifiers that destinations need. You can also paste a list, or cells of a spreadsheet with or without column names. If a value contains a comma, write the value in quotes.',
    cancel: 'Cancel',
    plan: 'See what it will do',
    created: (count: number) => `${regulations(count)} created`,
  },
  pastedUsers: {
    refusedNdjson: 'comes from the refused rows of an NDJSON import: import them as a file',
    unreadable: 'cannot be read',
    mayBeName: 'the user id may be a column name: all other user ids contain a digit or @',
    otherCount: (fields: number, others: number) =>
      `has ${fields} fields, but the other lines have ${others}`,
    noUserId: 'has no user id',
    noUserIdColumn: 'has no user id: name its column userId',
    unnamed: (value: string) => `has “${value}” without a name: write email=${value}, for example`,
    twice: (name: string) => `has “${name}” twice`,
    line: (line: number) => `line ${line}`,
    lineOf: (line: number, name: string) => `line ${line} (${name})`,
  },
  planDialog: {
    question: (count: number) => `Create ${regulations(count)}?`,
    users: (count: number, names: string) => `${countOf(count, 'user')}: ${names}.`,
    usersAndMore: (count: number, names: string, more: number) =>
      `${countOf(count, 'user')}: ${names} and ${more} more.`,
    quoted: (id: string) => `“${id}”`,
    perDestination: 'Per destination',
    destination: 'Destination',
    usersColumn: 'Users',
    calls: 'Calls',
    expectedTime: 'Expected time',
    earliestStart: 'Earliest start',
    now: 'Now',
    deadline: 'Deadline',
    untilStart: 'You can cancel the deletions until they start.',
    drops: (users: number, sources: string) =>
      `From now on, new events of ${users === 1 ? 'this user' : 'these users'} are dropped at ${sources}. You can cancel this at any time.`,
    allSources: 'all sources',
    sources: (count: number) => countOf(count, 'source'),
    warnings: 'Check before you continue:',
    onlyFirst: (count: number) => `Only the first ${count} are shown.`,
    suppressionKeys: (count: number) =>
      `${countOf(count, 'user id')} ${count === 1 ? 'has' : 'have'} invisible or unusual characters.`,
    deletedById: 'Data is deleted only for the user id exactly as you entered it.',
    droppedByKey:
      'Events are dropped by the suppression key. Events of other ids with the same key are dropped too. The keys of the users that you entered:',
    keyOf: (place: string, key: string) => `${place}: ${key}`,
    unidentified: (count: number) =>
      `${countOf(count, 'user')} ${count === 1 ? 'lacks' : 'lack'} an identifier that a destination needs.`,
    unidentifiedHint:
      'Lethe will refuse the request. Add the identifiers that the destination needs, or leave the destination out.',
    leftOutHint: 'Nothing of them is deleted at these destinations:',
    unidentifiedAt: (place: string, destination: string, reason: string) =>
      `${place}, ${destination}: ${reason}`,
    create: 'Create',
    createAndDelete: 'Create and delete data',
  },
  regulationFacts: {
    created: 'Regulation created',
    by: (name: string) => `By ${name}`,
    createdBy: (name: string) => `By ${name}.`,
    withReason: (by: string, reason: string) => `${by}: ${reason}`,
    suppressedEverywhere: 'Suppressed at all sources',
    suppressedAt: (sources: number) => `Suppressed at ${countOf(sources, 'source')}`,
    deletionOrdered: (destinations: number) =>
      `Deletion ordered at ${countOf(destinations, 'destination')}`,
    canceled: 'Canceled',
    purged: 'Identifiers purged',
    whatStays: 'Only the user id is kept.',
  },
  regulationHistory: {
    label: 'History',
    when: 'When',
    what: 'What happened',
    destination: 'Destination',
    details: 'Details',
  },
  regulationLine: { label: 'Summary' },
  regulationPage: {
    title: 'Regulation',
    regulations: 'Regulations',
    findUser: 'Find this user',
    userNotShown: 'The user cannot be shown',
    cancelThis: 'Cancel this regulation',
    cancel: 'Cancel regulation',
    extendThis: 'Extend the deadline',
    extend: 'Extend deadline',
    retryDeletion: 'Retry the deletion',
    retry: 'Retry',
    history: 'What happened',
    timeline: 'Timeline',
    fullHistory: 'Full history',
    details: 'Details',
    id: 'Id',
    copyId: 'Copy the id',
    identifiers: { userId: 'User id', email: 'E-mail', phone: 'Phone' },
    suppressionKey: 'Suppression key',
    sources: 'Sources',
    allSources: 'All sources',
    destinations: 'Destinations',
    createdBy: 'Created by',
    receivedAt: 'Request received',
    law: 'Law',
    laws: { gdpr: 'GDPR', ccpa: 'CCPA' },
    deadline: 'Deadline',
    extension: 'Extension',
    extendedBy: (reason: string, name: string) =>
      `${isolated(reason)} Recorded by ${name}. Deadline before:`,
    reason: 'Reason',
    canceledBy: 'Canceled by',
    cancelReason: 'Reason for the cancel',
  },
  regulationSteps: {
    created: 'Created',
    suppressed: 'Suppressed',
    noLongerSuppressed: 'No longer suppressed',
    canceled: 'Canceled',
    deleted: (complete: number, all: number) => `Deleted at ${complete} of ${all}`,
    at: (state: string, destinations: number) => `${state} at ${destinations}`,
    /** Shown before a time. */
    nextAttempt: (state: string, destinations: number) =>
      `${state} at ${destinations}, next attempt`,
    since: (state: string) => `${state} since`,
    deadline: 'Deadline',
  },
  verification: {
    title: 'Is the data gone?',
    description:
      'Some days after each complete deletion, Lethe asks the destination again. If it finds data of a suppressed user, Lethe orders one new deletion.',
    again: 'Verify again',
    verifyThis: 'Verify the deletion again',
    noneYet: 'Not verified yet',
    notComplete: 'The deletion is not complete.',
    ordered: (destinations: number) =>
      destinations === 1
        ? 'The destination is asked. The answer appears here.'
        : `${destinations} destinations are asked. The answers appear here.`,
    notOrdered: 'No destination could be asked',
    leftOut: (name: string, reason: string) => `${name}: ${reason}`,
    advice: {
      wait: 'Lethe ordered one new deletion of this data. Verify again after it is complete.',
      verify: 'The new deletion is complete. Verify again to see whether the data is gone.',
      act: 'Lethe orders no further deletion. Stop the process that writes the data. Then delete the data by hand and verify again, or create a new regulation for the user.',
    },
  },
  regulationTimeline: { label: 'What happened' },
  regulationsFilters: {
    label: 'Filters',
    type: 'Type',
    allTypes: 'All types',
    state: 'State',
    allStates: 'All states',
    notCanceled: 'Not canceled',
  },
  regulationsPage: {
    title: 'Regulations',
    description: 'Which users are suppressed, and whose data is deleted. Newest first.',
    findUser: 'Find a user',
    create: 'New regulation',
    regulation: 'Regulation',
    user: 'User',
    state: 'State',
    created: 'Created',
    /** Noun for one row. */
    one: 'regulation',
    noMatch: 'No match',
    noMatchHint: 'No regulation matches the filters.',
    none: 'No regulations yet',
    whatTheyAre:
      'A regulation drops new events of a user, deletes stored data of the user at destinations, or both. Begin with one user.',
    selected: 'Selected regulations',
    cancel: (count: number) => `Cancel ${regulations(count)}`,
    selectAll: (loaded: string) => `Select all ${loaded} loaded`,
    selectNone: 'Select none',
    select: 'Select',
    selectThis: 'Select this regulation',
  },
  retryDialog: {
    question: 'Retry the deletion?',
    newJob: 'Lethe creates a new job for this user, with the same deadline, at:',
    failedBefore: (reason: string) => `, failed before: ${reason}`,
    purged:
      'All identifiers except the user id were purged. Destinations that need other identifiers are left out. To delete the data there, create a new regulation.',
    final: 'Deleted data cannot be restored.',
    confirm: 'Retry',
    nothing: 'Nothing was retried',
    done: (jobs: number) => `${countOf(jobs, 'job')} created`,
    leftOut: (destination: string, reason: string) => `${destination}: ${reason}`,
  },
  understoodUsers: {
    split: 'How lines are split',
    delimiters: {
      '\t': 'Split at tabs',
      ';': 'Split at semicolons',
      ',': 'Split at commas',
      none: 'Split at line ends only',
    },
    layout: 'Users on each line',
    chooseLayout: 'Choose: one user or several',
    columns: 'One user on each line',
    list: 'Several users on each line',
    label: 'Users that Lethe found in your text',
    line: 'Line',
    userId: 'User id',
    check: 'Check',
    onlyFirst: (count: number) => `Only the first ${count} are shown.`,
    layoutUnknown:
      'Each line has several fields. Choose whether each line has one user or several users.',
    users: (count: number) => `${countOf(count, 'user')}.`,
    hasHeader: 'The first line names the columns.',
    leftOut: (columns: readonly number[]) =>
      columns.length === 1
        ? `Column ${columns.join(', ')} is left out.`
        : `Columns ${columns.join(', ')} are left out.`,
    giveOwnName: 'To use such a column, give it a valid name that no other column has.',
    nameColumns: 'To use all columns, add a first line with their names.',
    unreadable: (rows: number) => `${countOf(rows, 'row')} cannot be read. Correct the text above.`,
    suspicious: (rows: number) =>
      `${countOf(rows, 'row')} ${rows === 1 ? 'has' : 'have'} an identifier that looks like a mistake.`,
  },
} as const;

function regulations(count: number): string {
  return countOf(count, 'regulation');
}

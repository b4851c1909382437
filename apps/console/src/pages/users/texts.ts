import { countOf } from '../../lib/count-of.js';

export const TEXTS = {
  usersPage: {
    title: 'Users',
    description:
      'Find users (data subjects). See whether a user is suppressed and why, and where data of the user is deleted.',
    find: 'Find',
    oneUser: 'One user',
    byPrefix: 'User ids starting with',
    prefix: 'Start of the user id',
    identifier: 'User id, e-mail address or phone number',
    nothingYet: 'Find a user',
    howTo:
      'Enter an identifier as it was given in a regulation. The identifier stays on this page: it is not stored, and the address and the history of your browser do not contain it.',
    showIdentifiers: 'Show identifiers',
    areShown: (token: string) =>
      `Identifiers are shown. The log of the gateway records it, with the name of your token, ${token}.`,
    areHidden: (token: string) =>
      `Identifiers are hidden. If you show them, the log of the gateway records it, with the name of your token, ${token}.`,
  },
  foundUsers: {
    kinds: { userId: 'user id', email: 'e-mail address', phone: 'phone number' },
    more: 'More users have this identifier. Find them by their user ids.',
    none: 'No regulation found',
    /** @param kinds words for the searched kinds of identifiers; at least one */
    searchedBy: (kinds: readonly string[]) =>
      `Searched by ${kinds.join(' and by ')}. A user without a regulation is not suppressed. User ids are case-sensitive. E-mail addresses and phone numbers can be found until they are purged from the regulation. After that, search by the user id.`,
  },
  foundByPrefix: {
    label: 'Users',
    userId: 'User id',
    state: 'State',
    none: 'No user id starts with this text',
    whatIsSearched: 'Users without a regulation are not searched. User ids are case-sensitive.',
    users: (count: number) => countOf(count, 'user'),
    hidden: (count: number, isMore: boolean) =>
      isMore
        ? `${countOf(count, 'user')}, and more. Show identifiers to open a user or to see the others.`
        : `${countOf(count, 'user')}. Show identifiers to open a user.`,
  },
  userCard: {
    title: 'User',
    unsuppress: 'Unsuppress',
    openDeletions: (count: number, isMore: boolean) =>
      `${isMore ? 'at least ' : ''}${countOf(count, 'open deletion')}`,
    /** Shown before the key. */
    suppressionKey: 'Suppression key:',
    /** Shown after the key. */
    whatItDoes:
      '. It is the user id without its invisible characters. A suppression drops every event whose user id has this key.',
    otherIds: (count: number, isMore: boolean) =>
      `${isMore ? 'At least ' : ''}${otherIds(count)} the same suppression key and may belong to other persons. Their regulations and deletions are shown too.`,
    /** Shown before a time. */
    everywhereSince: 'At all sources since',
    suppressedAt: 'Suppressed at',
    source: 'Source',
    since: 'Since',
    moreSources: 'The user is suppressed at more sources than these.',
    regulations: {
      title: 'Regulations of this user',
      regulation: 'Regulation',
      state: 'State',
      created: 'Created',
      createdBy: 'Created by',
      identifiers: 'Identifiers',
      identifier: (name: string, value: string) => `${name}: ${value}`,
      reason: 'Reason',
      more: 'There are more regulations. Find the user by the user id to see them.',
    },
    deletions: {
      title: 'Deletions of this user',
      destination: 'Destination',
      otherUserId: 'Other user id',
      state: 'State',
      ended: 'Ended',
      deadline: 'Deadline',
      reason: 'Reason',
      more: 'There may be more deletions, at other destinations or from older regulations.',
    },
  },
  unsuppressDialog: {
    title: 'Unsuppress this user?',
    canceled: (count: number, isMore: boolean) =>
      count === 1 && !isMore
        ? 'This cancels 1 regulation that suppresses the user.'
        : `This cancels ${isMore ? 'at least ' : ''}${countOf(count, 'regulation')} that ${count === 1 ? 'suppresses' : 'suppress'} the user. If one of them cannot be canceled, none is canceled.`,
    effect:
      'New events of the user are no longer dropped. Deleted data stays deleted. To suppress the user again, create a new regulation.',
    openDeletions: (count: number) =>
      `${countOf(count, 'deletion')} of this user ${count === 1 ? 'is' : 'are'} still open.`,
    whyRefused:
      'Lethe refuses to unsuppress the user until the deletions have ended. Otherwise they could delete new data too. Wait, or cancel their regulations.',
    otherIds: (count: number) => `${otherIds(count)} the same suppression key.`,
    otherPersons: 'They may belong to other persons. Their regulations are canceled too.',
    showFirst: 'Show identifiers first to see these ids.',
    readsWholeId:
      'The user id is masked here. To unsuppress the user, the console must read the full id. The log of the gateway records this.',
    confirm: 'Unsuppress',
    otherIdsUnseen: 'Other persons may have the same suppression key.',
    seeOtherIds:
      'Close this dialog, turn on “Show identifiers”, and open the dialog again. It then lists the other user ids.',
    notFound: 'The user can no longer be found.',
    findAgain: 'Close this dialog and find the user again.',
    wasNot: 'The user was not suppressed',
    done: (count: number) => `${countOf(count, 'regulation')} canceled`,
  },
} as const;

function otherIds(count: number): string {
  return `${countOf(count, 'other user id')} ${count === 1 ? 'has' : 'have'}`;
}

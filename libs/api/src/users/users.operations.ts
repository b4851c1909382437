import {
  capability,
  exampleOf,
  EXAMPLE_UUID,
  operation,
  TIME,
  type CommandOf,
  type CommandsOf,
} from '../definition/index.js';
import { FoundPeopleDto, PeopleDto, UnsuppressedDto } from './user-answers.dto.js';
import { CancelsDto, LookUpPersonDto, SearchPeopleDto, UnsuppressDto } from './user-bodies.dto.js';

const AT = TIME.example;

/**
 * Operations for single users. Identifiers are in the body, because proxies log paths and queries.
 */
export const users = capability(
  'Users',
  'Look up, search and unsuppress single users. Identifiers are in the body, never in the URL.',
  {
    lookUpUser: operation({
      http: 'POST /v2/users/lookup',
      summary: 'Look up a user',
      description:
        'Shows where and since when the user is suppressed, the regulations of the user, and the state of each deletion. An e-mail address or phone number finds a user only if a regulation was created with it and still has its identifiers. `otherIds` counts other ids with the same suppression key: they may belong to other persons. Requires the scope `regulations:read`.',
      scopes: ['regulations:read'],
      body: LookUpPersonDto,
      examples: { whole: { value: { email: 'user-1@example.com' } } },
      answer: {
        status: 200,
        type: PeopleDto,
        isLarge: true,
        description: 'The users that were found; an empty list when there are none.',
        example: {
          people: [
            {
              userId: 'us***',
              suppressed: { everywhereSince: AT, sources: [] },
              deletions: [
                {
                  destinationId: 'dst_hook',
                  regulationId: EXAMPLE_UUID,
                  ...{ status: 'complete', attempts: 0, startedAt: AT, finishedAt: AT },
                  overdue: false,
                },
              ],
              openDeletions: 0,
              regulations: [
                {
                  id: EXAMPLE_UUID,
                  regulationType: 'suppress_with_delete',
                  status: 'deleted',
                  dueAt: '2026-12-21T08:00:00.000Z',
                  overdue: false,
                  attributes: { userId: 'us***', email: 'u***@example.com' },
                  createdAt: AT,
                  createdBy: 'demo admin',
                  destinationIds: ['dst_hook'],
                },
              ],
            },
          ],
          more: false,
        },
      },
      command: { pattern: 'users.lookup.v1', whenLost: 'unavailable' },
    }),

    searchUsers: operation({
      http: 'POST /v2/users/search',
      summary: 'Find users by the beginning of their ids',
      description: 'Sorted by the bytes of the userId. Requires the scope `regulations:read`.',
      scopes: ['regulations:read'],
      body: SearchPeopleDto,
      examples: { whole: { value: { prefix: 'user-', limit: 10, identifiers: 'full' } } },
      answer: {
        status: 200,
        type: FoundPeopleDto,
        isLarge: true,
        description: 'A page.',
        example: { people: [{ userId: 'user-1', suppressed: true }], more: false },
      },
      command: { pattern: 'users.search.v1', whenLost: 'unavailable' },
    }),

    unsuppressUser: operation({
      http: 'POST /v2/users/unsuppress',
      summary: 'Cancel all regulations that suppress a user',
      description:
        'Cancels all of them or none. Repeating the request changes nothing. A 409 means that a deletion of the user is open, or that `userIds` must also have other ids with the same suppression key; the message names these ids. Requires the scope `regulations:suppress`, `regulations:delete`, or both, depending on the types of the regulations.',
      body: UnsuppressDto,
      examples: { whole: { value: { userId: 'user-1', reason: 'gave consent again' } } },
      answer: {
        status: 200,
        type: UnsuppressedDto,
        description: 'Canceled.',
        example: exampleOf(UnsuppressedDto),
      },
      errors: ['conflict'],
      command: { pattern: 'users.unsuppress.v1', adds: CancelsDto, whenLost: 'outcome_unknown' },
    }),
  },
);

export type UserCommands = CommandsOf<typeof users>;

export type LookUpUser = CommandOf<typeof users, 'lookUpUser'>;
export type SearchUsers = CommandOf<typeof users, 'searchUsers'>;
export type UnsuppressUser = CommandOf<typeof users, 'unsuppressUser'>;

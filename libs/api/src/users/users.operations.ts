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

/** Single users. Who is meant stands in the body: paths and queries are logged by whatever is in between. */
export const users = capability(
  'Users',
  'What is known of single users; who is meant stands in the body.',
  {
    lookUpUser: operation({
      http: 'POST /v2/users/lookup',
      summary: 'Say what is known of a user',
      description:
        'Suppressed where and since when, by which regulations, what is deleted where and what is open. By an e-mail address or phone number that came with a regulation, as long as its identifiers are kept. Other ids with the same suppression key are counted in `otherIds`: they may be of other persons. Takes `regulations:read`.',
      scopes: ['regulations:read'],
      body: LookUpPersonDto,
      examples: { whole: { value: { email: 'user-1@example.com' } } },
      answer: {
        status: 200,
        type: PeopleDto,
        isLarge: true,
        description: 'Who was found; nobody is an empty list.',
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
      summary: 'Find users by how their ids begin',
      description: 'In the order of the bytes. Takes `regulations:read`.',
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
      summary: 'Cancel all that suppresses a user',
      description:
        'All regulations at once, or none; again it changes nothing. Takes `regulations:suppress` and `regulations:delete`, by their types. A 409 says that a deletion of the user is open, or names other ids with the same suppression key, which `userIds` must hold.',
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

/** What is known of one user of a workspace, and what suppresses it. */
export type UserCommands = CommandsOf<typeof users>;

export type LookUpUser = CommandOf<typeof users, 'lookUpUser'>;
export type SearchUsers = CommandOf<typeof users, 'searchUsers'>;
export type UnsuppressUser = CommandOf<typeof users, 'unsuppressUser'>;

import {
  FoundPeopleDto,
  LookUpPersonDto,
  PeopleDto,
  SearchPeopleDto,
  UnsuppressDto,
  UnsuppressedDto,
} from '@lethe/api-contracts';
import type { ErrorCode } from '@lethe/contracts';
import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { BODY_ERRORS } from '../docs/api-errors.decorator.js';
import { ApiTokenOperation } from '../docs/api-operation.decorator.js';
import { USERS_TAG } from '../docs/openapi-document.js';

const TIME = '2026-11-21T08:00:00.000Z';

const PEOPLE: PeopleDto = {
  people: [
    {
      userId: 'us***',
      suppressed: { everywhereSince: TIME, sources: [] },
      deletions: [
        {
          destinationId: 'dst_hook',
          regulationId: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11',
          ...{ status: 'complete', attempts: 0, startedAt: TIME, finishedAt: TIME },
          overdue: false,
        },
      ],
      openDeletions: 0,
      regulations: [
        {
          id: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11',
          regulationType: 'suppress_with_delete',
          status: 'deleted',
          dueAt: '2026-12-21T08:00:00.000Z',
          overdue: false,
          attributes: { userId: 'us***', email: 'u***@example.com' },
          createdAt: TIME,
          createdBy: 'demo admin',
          destinationIds: ['dst_hook'],
        },
      ],
    },
  ],
  more: false,
};

interface Words {
  readonly summary: string;
  readonly description: string;
  readonly errors?: readonly ErrorCode[];
}

const ApiUsers = <T extends object>(
  { summary, description, errors = [] }: Words,
  type: Type<T>,
  example: T,
) =>
  applyDecorators(
    ApiTokenOperation({
      tag: USERS_TAG,
      ...{ summary, description, errors: [...BODY_ERRORS, ...errors] },
    }),
    ApiBody({ type, examples: { whole: { value: example } } }),
  );

export const DocumentsLookUp = () =>
  applyDecorators(
    ApiUsers<LookUpPersonDto>(
      {
        summary: 'Say what is known of a user',
        description:
          'Suppressed where and since when, by which regulations, what is deleted where and what is open. By an e-mail address or phone number that came with a regulation, as long as its identifiers are kept. Other ids with the same suppression key are counted in `otherIds`: they may be of other persons. Takes `regulations:read`.',
        errors: ['invalid_cursor'],
      },
      LookUpPersonDto,
      { email: 'user-1@example.com' },
    ),
    ApiAnswer(200, PeopleDto, 'Who was found; nobody is an empty list.', PEOPLE),
  );

export const DocumentsSearch = () =>
  applyDecorators(
    ApiUsers<SearchPeopleDto>(
      {
        summary: 'Find users by how their ids begin',
        description: 'In the order of the bytes. Takes `regulations:read`.',
      },
      SearchPeopleDto,
      { prefix: 'user-', limit: 10, identifiers: 'full' },
    ),
    ApiAnswer(200, FoundPeopleDto, 'A page.', {
      people: [{ userId: 'user-1', suppressed: true }],
      more: false,
    }),
  );

export const DocumentsUnsuppress = () =>
  applyDecorators(
    ApiUsers<UnsuppressDto>(
      {
        summary: 'Cancel all that suppresses a user',
        description:
          'All regulations at once, or none; again it changes nothing. Takes `regulations:suppress` and `regulations:delete`, by their types. A 409 says that a deletion of the user is open, or names other ids with the same suppression key, which `userIds` must hold.',
        errors: ['conflict', 'outcome_unknown'],
      },
      UnsuppressDto,
      { userId: 'user-1', reason: 'gave consent again' },
    ),
    ApiAnswer(200, UnsuppressedDto, 'Canceled.', { canceled: 2 }),
  );

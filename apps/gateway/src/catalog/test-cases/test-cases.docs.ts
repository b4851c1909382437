import { RunTestCasesDto, TestCaseRunDto } from '@lethe/api';
import type { TestCaseOwner } from '@lethe/catalog';
import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiBody, ApiParam } from '@nestjs/swagger';
import { RequireScopes } from '../../auth/require-scopes.decorator.js';
import { ApiAnswer } from '../../docs/api-answer.decorator.js';
import { BODY_ERRORS } from '../../docs/api-errors.decorator.js';
import { ApiTokenOperation } from '../../docs/api-operation.decorator.js';
import { EXAMPLE_CASE } from './test-case.resource.js';

const OWNER_IDS = { transformation: 'tr_mask', destination: 'dst_hook' } as const;
const { id, name, event } = EXAMPLE_CASE;
const EXAMPLE: TestCaseRunDto = {
  ...{ passed: 0, failed: 1, errors: 0 },
  results: [
    {
      ...{ id, name, status: 'failed' },
      actual: [{ event: { ...event, properties: { plan: 'free' } } }],
      diff: [{ op: 'replace', path: '/0/event/properties/plan', value: 'free' }],
    },
  ],
};

export const RunOperation = (owner: TestCaseOwner['kind']) =>
  applyDecorators(
    HttpCode(200),
    RequireScopes('tests:run', 'catalog:read'),
    ApiTokenOperation({
      tag: 'Catalog',
      summary: `Run test cases of a ${owner}`,
      description:
        'All of them, or those of `ids`, with the saved code or with `code`. Each runs by itself, and nothing is sent to a destination. What fails is a result with status 200. Takes `tests:run`, and `catalog:read`, as it shows what is saved; without `catalog:write` `getCredential` gives stand-ins, and `fetch` fails.',
      errors: [...BODY_ERRORS, 'not_found', 'too_many_requests'],
      takesBasic: true,
    }),
    ApiParam({ name: 'id', schema: { type: 'string', example: OWNER_IDS[owner] } }),
    ApiBody({
      type: RunTestCasesDto,
      examples: { all: { value: {} }, some: { value: { ids: [id] } } },
    }),
    ApiAnswer(200, TestCaseRunDto, 'What came of each case.', EXAMPLE),
  );

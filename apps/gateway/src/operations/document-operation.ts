import {
  membersOf,
  wireNameOf,
  type Dto,
  type MemberRule,
  type Route,
} from '@lethe/api/definition';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { BODY_ERRORS } from '../docs/api-errors.decorator.js';
import { ApiTokenOperation } from '../docs/api-operation.decorator.js';
import { documentDto } from './document-dto.js';

/** Documents a route as its operation states it. @param tag of its capability */
export function DocumentsOperation(tag: string, operation: Route): MethodDecorator {
  const { summary, description, errors = [], path, query, body, examples, answer } = operation;
  const { isBodyOptional = false } = operation;
  const known =
    body === undefined ? (query === undefined ? [] : (['invalid_request'] as const)) : BODY_ERRORS;
  return applyDecorators(
    ApiTokenOperation({ tag, summary, description, errors: [...known, ...errors] }),
    ...membersIn(path).map((member) => ApiParam(member)),
    ...membersIn(query).map(({ schema, required, ...member }) =>
      ApiQuery({ ...member, required, schema }),
    ),
    ...(body === undefined
      ? []
      : [
          ApiBody({
            type: documented(body),
            required: !isBodyOptional,
            ...(examples && { examples: { ...examples } }),
          }),
        ]),
    ...documentedAnswer(answer),
  );
}

function documented(type: Dto): Dto {
  documentDto(type);
  return type;
}

function documentedAnswer({
  status,
  description,
  type,
  example,
  mayBeNothing,
}: Route['answer']): MethodDecorator[] {
  if (type === undefined) return [ApiResponse({ status, description })];
  return [
    ApiAnswer(status, documented(type as Dto), description, example as object),
    ...(mayBeNothing === undefined
      ? []
      : [ApiResponse({ status: 204, description: mayBeNothing })]),
  ];
}

function membersIn(type: Dto | undefined) {
  return type === undefined
    ? []
    : [...membersOf(type)].map(([name, rule]) => parameterOf(name, rule));
}

function parameterOf(name: string, rule: MemberRule) {
  const { is, description, optional = false } = rule;
  return {
    name: wireNameOf(name, rule),
    required: !optional,
    ...(description === undefined ? {} : { description }),
    schema: { ...is.schema, ...(rule.default === undefined ? {} : { default: rule.default }) },
  };
}

import {
  headerNameOf,
  membersOf,
  wireNameOf,
  type Dto,
  type MemberRule,
  type Route,
} from '@lethe/api/definition';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { BODY_ERRORS, STREAM_ERRORS } from '../docs/api-errors.decorator.js';
import { ApiTokenOperation } from '../docs/api-operation.decorator.js';
import { documentDto } from './document-dto.js';

/** Documents a route as its operation states it. @param tag of its capability */
export function DocumentsOperation(tag: string, operation: Route): MethodDecorator {
  const { summary, description, errors = [], path, query, body, examples, answer } = operation;
  const { isBodyOptional = false, headers, streams } = operation;
  const known = [
    ...(query === undefined ? [] : (['invalid_request'] as const)),
    ...(streams === undefined ? [] : STREAM_ERRORS),
    ...(body === undefined ? [] : BODY_ERRORS),
  ];
  return applyDecorators(
    ApiTokenOperation({ tag, summary, description, errors: [...known, ...errors] }),
    ...membersIn(path).map((member) => ApiParam(member)),
    ...membersIn(query).map((member) => ApiQuery(member)),
    ...membersIn(headers, headerNameOf).map((member) => ApiHeader(member)),
    ...(streams === undefined
      ? []
      : [ApiConsumes(...streams.types), ApiBody({ schema: { type: 'string', format: 'binary' } })]),
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
  stream,
  mayBeNothing,
}: Route['answer']): MethodDecorator[] {
  if (stream !== undefined) {
    const content = { [stream.type]: { schema: { type: 'string' }, example: stream.example } };
    return [ApiResponse({ status, description, content })];
  }
  if (type === undefined) return [ApiResponse({ status, description })];
  return [
    ApiAnswer(status, documented(type as Dto), description, example as object),
    ...(mayBeNothing === undefined
      ? []
      : [ApiResponse({ status: 204, description: mayBeNothing })]),
  ];
}

function membersIn(type: Dto | undefined, nameOf = wireNameOf) {
  return type === undefined
    ? []
    : [...membersOf(type)].map(([name, rule]) => parameterOf(nameOf(name, rule), rule));
}

function parameterOf(name: string, { is, description, optional = false, ...rule }: MemberRule) {
  return {
    name,
    required: !optional,
    ...(description === undefined ? {} : { description }),
    schema: { ...is.schema, ...(rule.default === undefined ? {} : { default: rule.default }) },
  };
}

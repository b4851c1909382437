import type { Operation } from '@lethe/api/definition';
import { applyDecorators } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { BODY_ERRORS } from '../docs/api-errors.decorator.js';
import { ApiTokenOperation } from '../docs/api-operation.decorator.js';
import { documentDto } from './document-dto.js';

/** Documents a route as its operation states it. @param tag of its capability */
export function DocumentsOperation(tag: string, operation: Operation): MethodDecorator {
  const { summary, description, errors = [], body, example, answer } = operation;
  documentDto(body);
  documentDto(answer.type);
  return applyDecorators(
    ApiTokenOperation({ tag, summary, description, errors: [...BODY_ERRORS, ...errors] }),
    ApiBody({ type: body, examples: { whole: { value: example } } }),
    ApiAnswer(answer.status, answer.type, answer.description, answer.example),
  );
}

import type { Precondition } from '@lethe/catalog';
import { codeProblem, configProblem, DetailsCollector, LetheError } from '@lethe/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { readJsonBody } from '../http/request/json-body.decorator.js';
import { reportUnknownNames } from '../http/request/unknown-names.js';
import { validateDto } from '../http/request/validate-dto.js';
import type { CatalogResource } from './catalog-resource.js';
import { readIfMatch } from './if-match.js';

/** Read-only members of answers, ignored in a body, so that an answer can be edited and sent back. */
const READ_ONLY = ['workspaceId', 'createdAt', 'updatedAt'];

/** What a `PUT` says. */
export interface Replacement<Input> {
  readonly input: Input;
  /** Absent when the last change is to win. */
  readonly precondition: Precondition | undefined;
}

/**
 * The body of a `POST`, as the resource's input. Throws LetheError `invalid_request` naming each
 * path, and whatever `readJsonBody` throws.
 */
export const InputOf = createParamDecorator(
  ({ input }: CatalogResource, context: ExecutionContext) =>
    readInput(readJsonBody(context.switchToHttp().getRequest<FastifyRequest>()), input),
);

/**
 * The `Replacement` that a `PUT` asks for: the body as the resource's input, and `If-Match`. Throws
 * LetheError as `InputOf` does, then as `readIfMatch` does.
 */
export const ReplacementOf = createParamDecorator(
  ({ input: rules }: CatalogResource, context: ExecutionContext): Replacement<object> => {
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>();
    const input = readInput(readJsonBody(request), rules, request.params.id);
    return { input, precondition: readIfMatch(request) };
  },
);

/** One wrong member of the body, as an error. */
export function invalidMember(path: string, problem: string): LetheError {
  return new LetheError('invalid_request', {
    message: `${path}: ${problem}`,
    details: { [path]: problem },
  });
}

function readInput(
  body: unknown,
  { type, names, idOfAnother }: CatalogResource['input'],
  pathId?: string,
): object {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new LetheError('invalid_request', {
      message: 'The request body must be a JSON object.',
      details: { body: 'must be a JSON object' },
    });
  }
  const problems = new DetailsCollector();
  const given = withoutReadOnly(body);
  reportUnknownNames(given, names, 'property', problems);
  const input = validateDto(type, given, names, problems);
  checkSizes(input, problems);
  const { id } = given as { id?: unknown };
  if (pathId !== undefined && idOfAnother !== true && id !== undefined && id !== pathId) {
    problems.add('id', 'must be that of the path, or absent: ids cannot be changed');
  }
  problems.throwIfAny();
  return input;
}

function withoutReadOnly(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !READ_ONLY.includes(name)));
}

/** Members that are not of the right type have been reported by the DTO's rules. */
function checkSizes(
  { config, code }: { readonly config?: unknown; readonly code?: unknown },
  problems: DetailsCollector,
): void {
  const ofConfig =
    typeof config === 'object' && config !== null ? configProblem(config) : undefined;
  const ofCode = typeof code === 'string' ? codeProblem(code) : undefined;
  if (ofConfig !== undefined) problems.add('config', ofConfig);
  if (ofCode !== undefined) problems.add('code', ofCode);
}

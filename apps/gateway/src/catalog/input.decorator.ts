import type { Precondition } from '@lethe/catalog';
import {
  codeProblem,
  configProblem,
  DetailsCollector,
  LetheError,
  nameProblem,
} from '@lethe/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { membersOfBody } from '../http/request/body-members.js';
import { readJsonBody } from '../http/request/json-body.decorator.js';
import { validateDto } from '../http/request/validate-dto.js';
import type { CatalogResource } from './catalog-resource.js';
import { readIfMatch } from '../http/request/if-match.js';
import { mergePatch } from './merge-patch.js';

/** Read-only members of answers, ignored in a body, so that an answer can be edited and sent back. */
const READ_ONLY = ['workspaceId', 'createdAt', 'updatedAt'];

/** What a `PUT` or a `PATCH` says. */
export interface Change<Input> {
  /**
   * @param current as answers show it; what a `PUT` says does not depend on it
   * @returns the input that a `PUT` has, or would have to the same effect
   * @throws LetheError `invalid_request` naming each path
   */
  readonly toInput: (current: object) => Input;
  /** Absent when the last change is to win. */
  readonly precondition: Precondition | undefined;
}

/** What a `PATCH` says. */
export interface Patch<Input> extends Change<Input> {
  /** As it was sent, but for read-only members. */
  readonly members: Readonly<Record<string, unknown>>;
}

/**
 * The body of a `POST`, as the resource's input. Throws LetheError `invalid_request` naming each
 * path, and whatever `readJsonBody` throws.
 */
export const InputOf = createParamDecorator(
  async ({ input }: CatalogResource, context: ExecutionContext) =>
    withShowableNames(
      readInput(await readJsonBody(context.switchToHttp().getRequest<FastifyRequest>()), input),
    ),
);

/**
 * The `Change` that a `PUT` asks for: the body as the resource's input, and `If-Match`. Throws
 * LetheError as `InputOf` does, then as `readIfMatch` does.
 */
export const ReplacementOf = createParamDecorator(
  async (resource: CatalogResource, context: ExecutionContext): Promise<Change<object>> => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const input = readInput(await readJsonBody(request), resource.input, idOf(request, resource));
    return {
      toInput: (current) => withShowableNames(input, current),
      precondition: readIfMatch(request),
    };
  },
);

/**
 * The `Patch` that a `PATCH` asks for: a merge patch, and `If-Match`. What is wrong with the patch itself is found here, the rest when it is
 * applied.
 */
export const PatchOf = createParamDecorator(
  async (resource: CatalogResource, context: ExecutionContext): Promise<Patch<object>> => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { input: rules } = resource;
    const members = readPatch(await readJsonBody(request), rules);
    const id = idOf(request, resource);
    return {
      toInput: (current) => {
        const merged = mergePatch(known(current, rules.names), members);
        return withShowableNames(readInput(merged, rules, id), current);
      },
      members,
      precondition: readIfMatch(request),
    };
  },
);

/** Members that people read as names. */
const NAMES = ['name', 'type', 'writeKey'];

/** @returns the input. A name that is stored already may stay. Throws LetheError `invalid_request` naming each path. */
function withShowableNames(input: object, current: object = {}): object {
  const problems = new DetailsCollector();
  const [given, before] = [input, current] as Readonly<Record<string, unknown>>[];
  for (const name of NAMES) {
    const text = given?.[name];
    const problem = typeof text === 'string' ? nameProblem(text) : undefined;
    if (problem !== undefined && text !== before?.[name]) problems.add(name, problem);
  }
  problems.throwIfAny();
  return input;
}

/** One wrong member of the body, as an error. */
export function invalidMember(path: string, problem: string): LetheError {
  return new LetheError('invalid_request', {
    message: `${path}: ${problem}`,
    details: { [path]: problem },
  });
}

function idOf(
  request: FastifyRequest,
  { idParameter = 'id' }: CatalogResource,
): string | undefined {
  return (request.params as Readonly<Record<string, string>>)[idParameter];
}

function readPatch(
  body: unknown,
  { names, removable = [], ignored = [] }: CatalogResource['input'],
): Readonly<Record<string, unknown>> {
  const problems = new DetailsCollector();
  const given = writable(
    membersOfBody(body, [...names, ...READ_ONLY, ...ignored], problems),
    ignored,
  );
  for (const [name, value] of Object.entries(given)) {
    if (value !== null || removable.includes(name)) continue;
    problems.add(name, 'must not be null: leave out what is to stay');
  }
  problems.throwIfAny();
  return given;
}

function known(current: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(current).filter(([name]) => names.includes(name)));
}

function readInput(
  body: unknown,
  { type, names, idOfAnother, check, ignored = [] }: CatalogResource['input'],
  pathId?: string,
): object {
  const problems = new DetailsCollector();
  const given = writable(
    membersOfBody(body, [...names, ...READ_ONLY, ...ignored], problems),
    ignored,
  );
  const input = validateDto(type, given, names, problems);
  checkSizes(input, problems);
  check?.(input, problems);
  const { id } = given as { id?: unknown };
  if (pathId !== undefined && idOfAnother !== true && id !== undefined && id !== pathId) {
    problems.add('id', 'must be that of the path, or absent: ids cannot be changed');
  }
  problems.throwIfAny();
  return input;
}

function writable(body: object, ignored: readonly string[]): Readonly<Record<string, unknown>> {
  const readOnly = [...READ_ONLY, ...ignored];
  return Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly.includes(name)));
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

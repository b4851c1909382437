import {
  checkDto,
  membersOf,
  wireNameOf,
  type Dto,
  type Kind,
  type Operation,
} from '@lethe/api/definition';
import { DetailsCollector, LetheError } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';
import { membersOfBody } from '../http/request/body-members.js';
import { parseQuery, type Query } from '../http/request/query-string.js';
import { reportUnknownNames } from '../http/request/unknown-names.js';

/**
 * Takes the members of a path.
 *
 * @throws LetheError with the code of the kind of a member that is wrong
 */
export function takePath(type: Dto | undefined, { params }: FastifyRequest): object {
  if (type === undefined) return {};
  const given: Record<string, unknown> = {};
  for (const [name, rule] of membersOf(type)) {
    given[name] = (params as Readonly<Record<string, unknown>>)[wireNameOf(name, rule)];
    rule.is.check?.(given[name], () => {
      throw new LetheError(rule.is.code ?? 'not_found');
    });
  }
  return { ...checkDto(type, given, new DetailsCollector()) };
}

/**
 * Takes a query by the rules of its DTO. Its values are texts, and stand for others.
 *
 * @throws LetheError `invalid_request` naming each parameter; another code where only one with that code is wrong
 */
export function takeQuery(type: Dto | undefined, { url }: FastifyRequest): object {
  if (type === undefined) return {};
  const query = parseQuery(url);
  const problems = new DetailsCollector();
  const members = membersOf(type);
  const wireNames = new Map([...members].map(([name, rule]) => [name, wireNameOf(name, rule)]));
  reportUnknownNames(query, [...wireNames.values()], 'query parameter', problems);
  const given: Record<string, unknown> = {};
  for (const [name, { is }] of members) {
    const wireName = wireNames.get(name) ?? name;
    const value = query[wireName];
    if (value === undefined) continue;
    if (typeof value !== 'string' && !hasClosedValues(is))
      problems.add(wireName, 'must be given once');
    else given[name] = typeof value === 'string' ? (is.fromText?.(value) ?? value) : value;
  }
  const dto = checkDto(type, given, problems, (name) => wireNames.get(name) ?? name);
  problems.throwIfAny();
  return { ...dto };
}

/** Then what is said of any other value is said of several, too. */
function hasClosedValues({ schema = {} }: Kind): boolean {
  return schema.enum !== undefined || schema.type === 'boolean';
}

/**
 * Takes a body by the rules of its DTO.
 *
 * @param body as it was parsed, of any shape
 * @throws LetheError `invalid_request` naming each path; another code where only a member with one is wrong
 */
export function takeBody<T extends object>(type: Dto<T>, body: unknown): T {
  const problems = new DetailsCollector();
  const given = membersOfBody(body, [...membersOf(type).keys()], problems);
  const dto = checkDto(type, given, problems);
  problems.throwIfAny();
  return dto;
}

/** @returns relative path of the next page: the cursor, and the caller's other parameters as they were */
export function nextPage({ query: type }: Operation, url: string, cursor: string): string {
  const query: Query = parseQuery(url);
  const parameters = new URLSearchParams({ after_cursor: cursor });
  for (const [name, rule] of type === undefined ? [] : membersOf(type)) {
    const wireName = wireNameOf(name, rule);
    const value = query[wireName];
    if (typeof value === 'string' && name !== 'afterCursor') parameters.set(wireName, value);
  }
  return `${url.split('?', 1)[0] ?? ''}?${parameters.toString()}`;
}

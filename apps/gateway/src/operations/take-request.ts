import {
  checkDto,
  checkDtoInSteps,
  headerNameOf,
  membersOf,
  reportUnknownNames,
  wireNameOf,
  type CheckSettings,
  type CheckTogether,
  type Dto,
  type Kind,
  type Route,
} from '@lethe/api/definition';
import { DetailsCollector, isObject, LetheError, type RequestLimits } from '@lethe/contracts';
import { ELEMENTS_OF_A_STEP, Pace } from '@lethe/resilience';
import type { FastifyRequest } from 'fastify';
import { refuseContentCoding } from '../http/request/json-body.js';
import { parseQuery, type Query } from '../http/request/query-string.js';

/**
 * Takes the members of a path.
 *
 * @throws LetheError `not_found` where a member is wrong
 */
export function takePath(type: Dto | undefined, { params }: FastifyRequest): object {
  if (type === undefined) return {};
  const given: Record<string, unknown> = {};
  for (const [name, rule] of membersOf(type)) {
    given[name] = (params as Readonly<Record<string, unknown>>)[wireNameOf(name, rule)];
  }
  const problems = new DetailsCollector();
  const dto = checkDto(type, given, problems);
  if (!problems.isEmpty) throw new LetheError('not_found');
  return { ...dto };
}

/**
 * Takes a query by the rules of its DTO. Its values are texts, and stand for others.
 *
 * @param limits in force
 * @throws LetheError `invalid_request` naming each parameter; another code where only one with that code is wrong
 */
export function takeQuery(
  { query: type, credentials }: Route,
  { url }: FastifyRequest,
  limits: RequestLimits,
): object {
  if (type === undefined) return {};
  const problems = new DetailsCollector();
  if (credentials === 'dataPlane') {
    // One that is refused would ask for the same again forever: what is unknown or badly encoded is passed over.
    const query = new URL(url, 'http://gateway').searchParams;
    return takeTexts(type, (name) => query.getAll(name), wireNameOf, problems, limits);
  }
  const query = parseQuery(url);
  const wireNames = [...membersOf(type)].map(([name, rule]) => wireNameOf(name, rule));
  reportUnknownNames(query, wireNames, 'query parameter', problems);
  return takeTexts(type, (name) => query[name], wireNameOf, problems, limits);
}

/**
 * Takes headers by the rules of a DTO, as `takeQuery` does. Others may be there: any client sends some.
 *
 * @throws LetheError `invalid_request` naming each header
 */
export function takeHeaders(
  type: Dto | undefined,
  { headers }: FastifyRequest,
  limits: RequestLimits,
): object {
  if (type === undefined) return {};
  const valueOf = (name: string) => headers[name.toLowerCase()];
  return takeTexts(type, valueOf, headerNameOf, new DetailsCollector(), limits);
}

function takeTexts(
  type: Dto,
  valueOf: (name: string) => string | readonly string[] | undefined,
  nameOf: typeof wireNameOf,
  problems: DetailsCollector,
  limits: RequestLimits,
): object {
  const members = membersOf(type);
  const wireNames = new Map([...members].map(([name, rule]) => [name, nameOf(name, rule)]));
  const given: Record<string, unknown> = {};
  for (const [name, { is }] of members) {
    const wireName = wireNames.get(name) ?? name;
    const value = valueOf(wireName);
    if (value === undefined) continue;
    if (is.fromTexts !== undefined) given[name] = is.fromTexts([value].flat());
    else if (typeof value !== 'string' && !saysOnce(is))
      problems.add(wireName, 'must be given once');
    else given[name] = typeof value === 'string' ? (is.fromText?.(value) ?? value) : value;
  }
  const settings = { limits, refusesUnknown: false };
  const dto = checkDto(type, given, problems, settings, (name) => wireNames.get(name) ?? name);
  problems.throwIfAny();
  return { ...dto };
}

/** Then what is said of any other value is said of several, too: where only certain values are taken, or the check says so. */
function saysOnce({ schema = {}, saysOnce = false }: Kind): boolean {
  return saysOnce || schema.enum !== undefined || schema.type === 'boolean';
}

/** What a body is checked with beside its DTO. */
export interface BesideBody {
  /** A member of the body that is one of the path, too, must be the same. */
  readonly path?: object;
  readonly checks?: CheckTogether<object> | undefined;
}

/**
 * Takes a body by the rules of its DTO. A name that it does not know is refused.
 *
 * @param body as it was parsed, of any shape
 * @param limits in force
 * @throws LetheError `invalid_request` naming each path; another code where only a member with one is wrong
 */
export async function takeBody<T extends object>(
  type: Dto<T>,
  body: unknown,
  limits: RequestLimits,
  beside: BesideBody = {},
): Promise<T> {
  const problems = new DetailsCollector();
  const settings: CheckSettings = { limits, refusesUnknown: true };
  const pace = new Pace(ELEMENTS_OF_A_STEP);
  const dto = await checkDtoInSteps(type, requireObject(body), problems, pace, settings);
  return checkedBeside(type, dto, problems, settings, beside);
}

/** The same for what comes of a merge patch. It is checked where the present item is held, so nothing is awaited; it has no long list. */
export function takeMerged<T extends object>(
  type: Dto<T>,
  merged: unknown,
  limits: RequestLimits,
  beside: BesideBody = {},
): T {
  const problems = new DetailsCollector();
  const settings: CheckSettings = { limits, refusesUnknown: true };
  const dto = checkDto(type, requireObject(merged), problems, settings);
  return checkedBeside(type, dto, problems, settings, beside);
}

function checkedBeside<T extends object>(
  type: Dto<T>,
  dto: T,
  problems: DetailsCollector,
  settings: CheckSettings,
  { path = {}, checks }: BesideBody,
): T {
  checks?.(dto, problems, settings);
  for (const [name, value] of Object.entries(path)) {
    const given: unknown = membersOf(type).has(name) ? Reflect.get(dto, name) : undefined;
    if (given !== undefined && given !== value) problems.add(name, NOT_OF_PATH);
  }
  problems.throwIfAny();
  return dto;
}

const NOT_OF_PATH = 'must be that of the path, or absent: ids cannot be changed';

/**
 * Takes a merge patch as it was sent, without what is ignored. What comes of it is checked when it is applied.
 *
 * @throws LetheError `invalid_request` naming each member that is not known, or null and cannot be removed
 */
export function takePatch(
  { of, removable = [] }: NonNullable<Route['patches']>,
  body: unknown,
): object {
  const members = membersOf(of);
  const problems = new DetailsCollector();
  const given = requireObject(body);
  reportUnknownNames(given, [...members.keys()], 'property', problems);
  const patch = Object.entries(given).filter(([name]) => members.get(name)?.is.isIgnored !== true);
  for (const [name, value] of patch) {
    if (value !== null || removable.includes(name)) continue;
    problems.add(name, 'must not be null: leave out what is to stay');
  }
  problems.throwIfAny();
  return Object.fromEntries(patch);
}

function requireObject(body: unknown): object {
  if (isObject(body)) return body;
  throw new LetheError('invalid_request', {
    message: 'The request body must be a JSON object.',
    details: { body: 'must be a JSON object' },
  });
}

/** @throws LetheError `unsupported_media_type` unless a route takes such a body as it comes */
export function assertStreamed({ streams }: Route, { headers }: FastifyRequest): void {
  if (streams === undefined) return;
  refuseContentCoding(headers);
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (streams.types.includes(type.trim().toLowerCase())) return;
  throw new LetheError('unsupported_media_type', { message: streams.otherwise });
}

/** @returns relative path of the next page: the cursor, and the caller's other parameters as they were */
export function nextPage({ query: type }: Route, url: string, cursor: string): string {
  const query: Query = parseQuery(url);
  const parameters = new URLSearchParams({ after_cursor: cursor });
  for (const [name, rule] of type === undefined ? [] : membersOf(type)) {
    const wireName = wireNameOf(name, rule);
    const value = query[wireName];
    if (typeof value === 'string' && name !== 'afterCursor') parameters.set(wireName, value);
  }
  return `${url.split('?', 1)[0] ?? ''}?${parameters.toString()}`;
}

import {
  checkDto,
  checkDtoInSteps,
  membersOf,
  reportUnknownNames,
  rulesOf,
  type CheckSettings,
  type CheckTogether,
  type Dto,
  type Kind,
  type Route,
} from '@lethe/api/definition';
import { DetailsCollector, isObject, LetheError, type RequestLimits } from '@lethe/contracts';
import { ELEMENTS_OF_A_STEP, StepCounter } from '@lethe/resilience';
import type { FastifyRequest } from 'fastify';
import { refuseContentCoding } from '../http/request/json-body.js';
import { parseQuery, type Query } from '../http/request/query-string.js';

/**
 * Reads the members of a path.
 *
 * @throws LetheError `not_found` if a member is invalid
 */
export function takePath(type: Dto | undefined, { params }: FastifyRequest): object {
  if (type === undefined) return {};
  const given: Record<string, unknown> = {};
  for (const [name, wireName] of rulesOf(type).wireNames) {
    given[name] = (params as Readonly<Record<string, unknown>>)[wireName];
  }
  const problems = new DetailsCollector();
  const dto = checkDto(type, given, problems);
  if (!problems.isEmpty) throw new LetheError('not_found');
  return { ...dto };
}

/**
 * Reads a query by the rules of its DTO, and converts its texts.
 *
 * @throws LetheError `invalid_request`, listing each invalid parameter. If the rules of all invalid
 * parameters have the same special code, such as `invalid_cursor`, the error has this code
 */
export function takeQuery(
  { query: type, credentials }: Route,
  { url }: FastifyRequest,
  limits: RequestLimits,
): object {
  if (type === undefined) return {};
  const problems = new DetailsCollector();
  const { wireNames } = rulesOf(type);
  if (credentials === 'dataPlane') {
    // A data plane would repeat a refused request forever. So unknown and badly encoded parameters
    // are ignored.
    const query = new URL(url, 'http://gateway').searchParams;
    return takeTexts(type, (name) => query.getAll(name), wireNames, problems, limits);
  }
  const query = parseQuery(url);
  reportUnknownNames(query, [...wireNames.values()], 'query parameter', problems);
  return takeTexts(type, (name) => query[name], wireNames, problems, limits);
}

/**
 * Reads headers by the rules of a DTO. All other headers are ignored, because every client sends
 * some other headers.
 *
 * @throws LetheError `invalid_request`, listing each invalid header
 */
export function takeHeaders(
  type: Dto | undefined,
  { headers }: FastifyRequest,
  limits: RequestLimits,
): object {
  if (type === undefined) return {};
  const valueOf = (name: string) => headers[name.toLowerCase()];
  return takeTexts(type, valueOf, rulesOf(type).headerNames, new DetailsCollector(), limits);
}

function takeTexts(
  type: Dto,
  valueOf: (name: string) => string | readonly string[] | undefined,
  wireNames: ReadonlyMap<string, string>,
  problems: DetailsCollector,
  limits: RequestLimits,
): object {
  const given: Record<string, unknown> = {};
  for (const [name, { is }] of membersOf(type)) {
    const wireName = wireNames.get(name) ?? name;
    const value = valueOf(wireName);
    if (value === undefined) continue;
    if (is.fromTexts !== undefined) given[name] = is.fromTexts([value].flat());
    else if (typeof value !== 'string' && !saysOnce(is))
      problems.add(wireName, 'must occur only once');
    else given[name] = typeof value === 'string' ? (is.fromText?.(value) ?? value) : value;
  }
  const settings = { limits, refusesUnknown: false };
  const dto = checkDto(type, given, problems, settings, (name) => wireNames.get(name) ?? name);
  problems.throwIfAny();
  return { ...dto };
}

/**
 * Returns whether the error message for an invalid value also fits a parameter that occurs several
 * times. This is true if the allowed values are fixed, or if the kind has `saysOnce`.
 */
function saysOnce({ schema = {}, saysOnce = false }: Kind): boolean {
  return saysOnce || schema.enum !== undefined || schema.type === 'boolean';
}

/** Checks of a body in addition to the rules of its DTO. */
export interface BodyChecks {
  /** Parameters of the path. A member of the body with the same name must have the same value. */
  readonly path?: object;
  readonly checks?: CheckTogether<object> | undefined;
}

/**
 * Reads a body by the rules of its DTO. Unknown names are refused.
 *
 * @param body parsed JSON of any shape
 * @throws LetheError `invalid_request`, listing the path of each invalid member. If the rules of
 * all invalid members have the same special code, such as `invalid_cursor`, the error has this code
 */
export async function takeBody<T extends object>(
  type: Dto<T>,
  body: unknown,
  limits: RequestLimits,
  furtherChecks: BodyChecks = {},
): Promise<T> {
  const problems = new DetailsCollector();
  const settings: CheckSettings = { limits, refusesUnknown: true };
  const steps = new StepCounter(ELEMENTS_OF_A_STEP);
  const dto = await checkDtoInSteps(type, requireObject(body), problems, steps, settings);
  return checkFurther(type, dto, problems, settings, furtherChecks);
}

/**
 * Reads the result of a merge patch. The check is not made in steps, because the stored item is
 * locked during the check. Results of merge patches contain no long list.
 */
export function takeMerged<T extends object>(
  type: Dto<T>,
  merged: unknown,
  limits: RequestLimits,
  furtherChecks: BodyChecks = {},
): T {
  const problems = new DetailsCollector();
  const settings: CheckSettings = { limits, refusesUnknown: true };
  const dto = checkDto(type, requireObject(merged), problems, settings);
  return checkFurther(type, dto, problems, settings, furtherChecks);
}

function checkFurther<T extends object>(
  type: Dto<T>,
  dto: T,
  problems: DetailsCollector,
  settings: CheckSettings,
  { path = {}, checks }: BodyChecks,
): T {
  checks?.(dto, problems, settings);
  for (const [name, value] of Object.entries(path)) {
    const given: unknown = membersOf(type).has(name) ? Reflect.get(dto, name) : undefined;
    if (given !== undefined && given !== value) problems.add(name, NOT_OF_PATH);
  }
  problems.throwIfAny();
  return dto;
}

const NOT_OF_PATH = 'must be absent, or the same as in the path: ids cannot be changed';

/**
 * Reads a merge patch, and drops the members that Lethe ignores. The values are checked when the
 * patch is applied.
 *
 * @throws LetheError `invalid_request`, listing each unknown member, and each member that is null
 * but cannot be removed
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
    problems.add(name, 'must not be null: leave the member out to keep its value');
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

/** @throws LetheError `unsupported_media_type` unless the route streams bodies of this type */
export function assertStreamed({ streams }: Route, { headers }: FastifyRequest): void {
  if (streams === undefined) return;
  refuseContentCoding(headers);
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (streams.types.includes(type.trim().toLowerCase())) return;
  throw new LetheError('unsupported_media_type', { message: streams.otherwise });
}

/**
 * Returns the relative path of the next page. The query contains the cursor, and the other
 * parameters of the request unchanged.
 */
export function nextPage({ query: type }: Route, url: string, cursor: string): string {
  const query: Query = parseQuery(url);
  const parameters = new URLSearchParams({ after_cursor: cursor });
  for (const [name, wireName] of type === undefined ? [] : rulesOf(type).wireNames) {
    const value = query[wireName];
    if (typeof value === 'string' && name !== 'afterCursor') parameters.set(wireName, value);
  }
  return `${url.split('?', 1)[0] ?? ''}?${parameters.toString()}`;
}

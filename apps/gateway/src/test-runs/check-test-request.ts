import { TestDestinationRequestDto, TestSourceRequestDto, TestStageDto } from '@lethe/api';
import {
  DetailsCollector,
  FIXED_LIMITS,
  LetheError,
  nestsDeeperThan,
  TEST_MESSAGE_TYPES,
  type JsonObject,
  type RequestLimits,
  type TestStages,
} from '@lethe/contracts';
import { membersOfBody } from '../http/request/body-members.js';
import { parseQuery } from '../http/request/query-string.js';
import { reportUnknownNames } from '@lethe/api/definition';
import { validateDto } from '../http/request/validate-dto.js';

/** A body that has the right shape. What its message says is checked after the scopes. */
export interface TestRequest {
  readonly message: JsonObject;
  readonly stages: TestStages;
  readonly destinationConfig?: JsonObject;
}

/** What runs when the body does not say. */
const DEFAULT_STAGES: TestStages = {
  userTransform: true,
  destTransform: true,
  sendToDestination: false,
};

const STAGE_NAMES = ['user_transform', 'dest_transform', 'send_to_destination'] as const;

/** @throws LetheError `invalid_request` naming each offending path */
export function checkTestDestinationRequest(body: unknown, limits: RequestLimits): TestRequest {
  return check(TestDestinationRequestDto, ['message', 'stage', 'destinationConfig'], body, limits);
}

/** @throws LetheError `invalid_request` naming each offending path */
export function checkTestSourceRequest(body: unknown, limits: RequestLimits): TestRequest {
  return check(TestSourceRequestDto, ['message', 'stage'], body, limits);
}

/**
 * Reads `?force=true|false`; false without it.
 *
 * @param target the request's target, with its query
 * @throws LetheError `invalid_request` naming the parameter
 */
export function readForce(target: string): boolean {
  const query = parseQuery(target);
  const problems = new DetailsCollector();
  reportUnknownNames(query, ['force'], 'query parameter', problems);
  const { force = 'false' } = query;
  if (force !== 'true' && force !== 'false') {
    problems.add('force', 'must be true or false, given once');
  }
  problems.throwIfAny();
  return force === 'true';
}

/** @throws LetheError `invalid_message_type` with the texts of the specification */
export function checkMessageType({ type }: JsonObject): void {
  if (typeof type !== 'string') {
    throw new LetheError('invalid_message_type', { message: 'message type missing or invalid' });
  }
  if (!(TEST_MESSAGE_TYPES as readonly string[]).includes(type)) {
    const supported = `must be one of ${TEST_MESSAGE_TYPES.join(', ')}`;
    throw new LetheError('invalid_message_type', { details: { 'message.type': supported } });
  }
}

function check(
  type: new () => TestSourceRequestDto | TestDestinationRequestDto,
  names: readonly string[],
  body: unknown,
  limits: RequestLimits,
): TestRequest {
  const problems = new DetailsCollector();
  const given = membersOfBody(body, names, problems);
  const dto: TestDestinationRequestDto = validateDto(type, given, names, problems);
  problems.throwIfAny();
  const { destinationConfig } = dto;
  if (destinationConfig !== undefined) {
    const limit = FIXED_LIMITS.destinationConfigBytes;
    checkSize('destinationConfig', destinationConfig, limit, problems);
  }
  const event = checkMessageAndStage(dto, limits, problems);
  problems.throwIfAny();
  return { ...event, ...(destinationConfig === undefined ? {} : { destinationConfig }) };
}

/** What all tests of destinations have: an event, of which size and depth are checked, and stages. */
export function checkMessageAndStage(
  { message, stage }: TestSourceRequestDto,
  { testMessageBytes }: RequestLimits,
  problems: DetailsCollector,
): Pick<TestRequest, 'message' | 'stages'> {
  checkSize('message', message, testMessageBytes, problems);
  if (nestsDeeperThan(message, FIXED_LIMITS.messageDepth)) {
    problems.add('message', `must not nest deeper than ${FIXED_LIMITS.messageDepth} levels`);
  }
  return { message, stages: checkStage(stage, problems) };
}

function checkStage(stage: TestStageDto | undefined, problems: DetailsCollector): TestStages {
  if (stage === undefined) return DEFAULT_STAGES;
  const ofStage = new DetailsCollector();
  reportUnknownNames(stage, STAGE_NAMES, 'property', ofStage);
  const dto = validateDto(TestStageDto, stage, STAGE_NAMES, ofStage);
  for (const [name, problem] of Object.entries(ofStage.toDetails())) {
    problems.add(`stage.${name}`, problem);
  }
  return {
    userTransform: dto.user_transform ?? false,
    destTransform: dto.dest_transform ?? false,
    sendToDestination: dto.send_to_destination ?? false,
  };
}

/**
 * Checks events as a test takes them: how many, how large together, how deep.
 *
 * @returns them; nothing of use where a problem was added
 */
export function checkEvents(
  given: unknown,
  { testMessageBytes }: RequestLimits,
  problems: DetailsCollector,
): readonly JsonObject[] {
  const most = FIXED_LIMITS.testEvents;
  if (!Array.isArray(given) || given.length === 0 || given.length > most) {
    problems.add('events', `must be a list of 1 to ${most} events`);
    return [];
  }
  for (const [index, event] of given.entries()) {
    const path = `events[${index}]`;
    if (typeof event !== 'object' || event === null || Array.isArray(event)) {
      problems.add(path, 'must be an object: an event');
    } else if (nestsDeeperThan(event, FIXED_LIMITS.messageDepth)) {
      problems.add(path, `must not nest deeper than ${FIXED_LIMITS.messageDepth} levels`);
    }
  }
  checkSize('events', given, testMessageBytes, problems);
  return given as readonly JsonObject[];
}

export function checkSize(
  path: string,
  value: object,
  limitBytes: number,
  problems: DetailsCollector,
): void {
  if (Buffer.byteLength(JSON.stringify(value)) <= limitBytes) return;
  const limit =
    limitBytes % 1024 === 0
      ? `${limitBytes / 1024} KiB`
      : `${limitBytes.toLocaleString('en')} bytes`;
  problems.add(path, `must not be larger than ${limit}`);
}

import { TestUnsavedDestinationRequestDto } from '@lethe/api';
import { checkDestinationConfig, destinationTypeProblem } from '@lethe/catalog';
import { configProblem, DetailsCollector, type RequestLimits } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';
import { membersOfBody } from '../http/request/body-members.js';
import { validateDto } from '../http/request/validate-dto.js';
import { checkMessageAndStage, type TestRequest } from './check-test-request.js';

/** A test of a destination that is not saved. */
export interface UnsavedTest {
  /** One that there is. */
  readonly type: string;
  /** `destinationConfig` is all of the configuration: nothing is stored that it would override. */
  readonly wanted: Required<TestRequest>;
}

const NAMES = ['type', 'config', 'message', 'stage'] as const;

/**
 * Checks type and configuration as those of a new destination are checked, and the rest as that of any test.
 *
 * @throws LetheError `invalid_request` naming each offending path
 */
export function checkUnsavedTest(body: unknown, limits: RequestLimits): UnsavedTest {
  const problems = new DetailsCollector();
  const given = membersOfBody(body, NAMES, problems);
  const dto = validateDto(TestUnsavedDestinationRequestDto, given, NAMES, problems);
  problems.throwIfAny();
  const { type, config = {} } = dto;
  const typeProblem = destinationTypeProblem(type);
  if (typeProblem !== undefined) problems.add('type', typeProblem);
  const tooLarge = configProblem(config);
  if (tooLarge !== undefined) problems.add('config', tooLarge);
  else checkDestinationConfig(findDefinition(type), config, {}, problems);
  const event = checkMessageAndStage(dto, limits, problems);
  problems.throwIfAny();
  return { type, wanted: { ...event, destinationConfig: config } };
}

import { TestTransformationRequestDto } from '@lethe/api';
import { codeProblem, DetailsCollector, FIXED_LIMITS, type RequestLimits } from '@lethe/contracts';
import { membersOfBody } from '../http/request/body-members.js';
import { validateDto } from '../http/request/validate-dto.js';
import { checkEvents } from './check-test-request.js';
import type { TransformationTest } from './transformation-tests.js';

const NAMES = ['code', 'transformationId', 'destinationId', 'events'] as const;

/** @throws LetheError `invalid_request` naming each offending path */
export function checkTransformationTest(body: unknown, limits: RequestLimits): TransformationTest {
  const problems = new DetailsCollector();
  const given = membersOfBody(body, NAMES, problems);
  const { code, transformationId, destinationId } = validateDto(
    TestTransformationRequestDto,
    given,
    NAMES,
    problems,
  );
  if (code === undefined && transformationId === undefined && destinationId === undefined) {
    problems.add('code', 'is required, unless transformationId or destinationId says what runs');
  }
  checkTestedCode(code, problems);
  const events = checkEvents(given.events, limits, problems);
  problems.throwIfAny();
  return {
    ...(code === undefined ? {} : { code }),
    ...(transformationId === undefined ? {} : { transformationId }),
    ...(destinationId === undefined ? {} : { destinationId }),
    stages: { userTransform: true, destTransform: true },
    events: [...events],
  };
}

/** Of code that is tested without being saved. */
export function checkTestedCode(code: unknown, problems: DetailsCollector): void {
  if (typeof code !== 'string') return;
  const limit = FIXED_LIMITS.testedCodeBytes;
  const problem =
    codeProblem(code) ??
    (Buffer.byteLength(JSON.stringify(code)) > limit
      ? `must not be longer than ${limit} bytes as JSON`
      : undefined);
  if (problem !== undefined) problems.add('code', problem);
}

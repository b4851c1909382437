import type { CheckTogether } from '@lethe/api/definition';
import type { TestUnsavedDestinationRequestDto } from '@lethe/api/tests';
import { checkDestinationConfig, destinationTypeProblem } from '@lethe/catalog';
import { configProblem, type JsonObject } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';

/** Checks the type and the configuration by the rules for a new destination. */
export const checkUnsaved: CheckTogether<TestUnsavedDestinationRequestDto> = (
  { type, config = {} },
  problems,
) => {
  if (typeof type !== 'string') return;
  const typeProblem = destinationTypeProblem(type);
  if (typeProblem !== undefined) problems.add('type', typeProblem);
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return;
  // A configuration that is too large was already reported, and is not checked further.
  if (configProblem(config) !== undefined) return;
  checkDestinationConfig(findDefinition(type), config as JsonObject, {}, problems);
};

import { HIGHEST_LIMITS, type DetailsCollector } from '@lethe/contracts';
import { validateSync } from 'class-validator';
import type { CheckSettings, Dto } from './kinds.js';
import { collectProblems, membersOf, togetherOf } from './member.js';
import { reportUnknownNames } from './unknown-names.js';

/** The service's: no gateway lets more pass. What has no highest value is bounded by the length of a command. */
const HIGHEST: CheckSettings = {
  limits: {
    ...HIGHEST_LIMITS,
    bodyBytes: Infinity,
    suppressionsPerRequest: Infinity,
    deletionsPerRequest: Infinity,
    testMessageBytes: Infinity,
  },
  refusesUnknown: false,
};

/**
 * Checks values by the rules of a DTO. They are assigned, not transformed: copying a large one would take longer than checking it.
 *
 * @param given where the values come from; what is inherited is left out
 * @param problems gets what is wrong with each member, by its path
 * @param settings the highest limits, and unknown names are passed over, where it is absent
 * @param nameOf what a member is called in these paths
 * @returns the DTO, with its defaults and without unknown names; sound only where no problem was added
 */
export function checkDto<T extends object>(
  type: Dto<T>,
  given: object,
  problems: DetailsCollector,
  settings: CheckSettings = HIGHEST,
  nameOf: (name: string) => string = (name) => name,
): T {
  const members = membersOf(type);
  const dto = new type();
  for (const [name, rule] of members) {
    const value: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined;
    if (value !== undefined || rule.default !== undefined) {
      Reflect.set(dto, name, value === undefined ? rule.default : value);
    }
  }
  if (settings.refusesUnknown) {
    reportUnknownNames(given, [...members.keys()], 'property', problems);
  }
  const wrong = new Set<string>();
  collectProblems(dto, settings, (name, problem, path) => {
    wrong.add(name);
    problems.add(nameOf(name) + path, problem, members.get(name)?.is.code);
  });
  validateSync(dto, { forbidUnknownValues: true });
  togetherOf(type)?.(dto, problems, settings);
  for (const [name, { is }] of members) {
    const value: unknown = Reflect.get(dto, name);
    if (is.take !== undefined && value !== undefined && !wrong.has(name)) {
      Reflect.set(dto, name, is.take(value, settings));
    }
  }
  return dto;
}

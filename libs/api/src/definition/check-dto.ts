import type { DetailsCollector } from '@lethe/contracts';
import { HIGHEST } from './highest-limits.js';
import type { CheckSettings, Dto } from './kinds.js';
import { checkMember, rulesOf, type MemberRule } from './member.js';
import { reportUnknownNames } from './unknown-names.js';

/** Decides when a long check lets the process continue with other requests. */
export interface CheckYield {
  /** Called after each element. @returns undefined, or a promise that the check must await */
  did(): Promise<void> | undefined;
}

/**
 * Checks the given values with the rules of a DTO, and returns the DTO with these values. Values
 * are not copied, because copying a large value takes longer than checking it.
 *
 * @param given object with the values; inherited properties are ignored
 * @param problems receives the problems, by the path of the member
 * @param settings default: the highest limits, and unknown names are ignored
 * @param nameOf returns the name of a member for the path
 * @returns the DTO, with defaults and without unknown names. It is valid only if no problem was
 * added.
 */
export function checkDto<T extends object>(
  type: Dto<T>,
  given: object,
  problems: DetailsCollector,
  settings: CheckSettings = HIGHEST,
  nameOf: (name: string) => string = (name) => name,
): T {
  return checkMembers(type, given, problems, settings, nameOf).dto;
}

/**
 * Does the checks of `checkDto`, then checks the elements of each valid list in steps.
 *
 * @param pace decides when to yield
 */
export async function checkDtoInSteps<T extends object>(
  type: Dto<T>,
  given: object,
  problems: DetailsCollector,
  pace: CheckYield,
  settings: CheckSettings = HIGHEST,
): Promise<T> {
  const { dto, valid } = checkMembers(type, given, problems, settings, (name) => name);
  for (const [name, { is }] of valid) {
    if (is.element === undefined) continue;
    const elements: unknown[] = [];
    for (const [at, element] of (Reflect.get(dto, name) as readonly unknown[]).entries()) {
      if (problems.isFull) break;
      elements.push(is.element(element, `${name}[${at}]`, problems));
      const pause = pace.did();
      if (pause !== undefined) await pause;
    }
    Reflect.set(dto, name, elements);
  }
  return dto;
}

/** Returns the DTO, and the names and rules of its members with a valid value. */
function checkMembers<T extends object>(
  type: Dto<T>,
  given: object,
  problems: DetailsCollector,
  settings: CheckSettings,
  nameOf: (name: string) => string,
): { readonly dto: T; readonly valid: readonly [string, MemberRule][] } {
  const { members, names, together } = rulesOf(type);
  if (settings.refusesUnknown) reportUnknownNames(given, names, 'property', problems);
  const dto = new type();
  const valid: [string, MemberRule][] = [];
  for (const [name, rule] of members) {
    if (rule.is.isIgnored === true) continue;
    const givenValue: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined;
    const value = givenValue === undefined ? rule.default : givenValue;
    if (value !== undefined) Reflect.set(dto, name, value);
    let problemCount = 0;
    const report = (problem: string, path = '') => {
      problemCount += 1;
      problems.add(nameOf(name) + path, problem, rule.is.code);
    };
    checkMember(rule, value, report, settings);
    if (problemCount === 0 && value !== undefined) valid.push([name, rule]);
  }
  together?.(dto, problems, settings);
  for (const [name, { is }] of valid) {
    if (is.take !== undefined) Reflect.set(dto, name, is.take(Reflect.get(dto, name), settings));
  }
  return { dto, valid };
}

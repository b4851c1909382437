import type { DetailsCollector } from '@lethe/contracts';
import { HIGHEST } from './highest-limits.js';
import type { CheckSettings, Dto } from './kinds.js';
import { checkMember, rulesOf, type MemberRule } from './member.js';
import { reportUnknownNames } from './unknown-names.js';

/** Says when a long check has to let the thread do what others have asked for. */
export interface CheckPace {
  /** To be awaited after each element. @returns undefined while the step goes on */
  did(): Promise<void> | undefined;
}

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
  return checkMembers(type, given, problems, settings, nameOf).dto;
}

/**
 * The same, and checks each element of a list that may be long: in steps, where the list as a whole is sound.
 *
 * @param pace of these steps
 */
export async function checkDtoInSteps<T extends object>(
  type: Dto<T>,
  given: object,
  problems: DetailsCollector,
  pace: CheckPace,
  settings: CheckSettings = HIGHEST,
): Promise<T> {
  const { dto, sound } = checkMembers(type, given, problems, settings, (name) => name);
  for (const [name, { is }] of sound) {
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

/** @returns the DTO, and its members that have a value in which nothing is wrong */
function checkMembers<T extends object>(
  type: Dto<T>,
  given: object,
  problems: DetailsCollector,
  settings: CheckSettings,
  nameOf: (name: string) => string,
): { readonly dto: T; readonly sound: readonly [string, MemberRule][] } {
  const { members, names, together } = rulesOf(type);
  if (settings.refusesUnknown) reportUnknownNames(given, names, 'property', problems);
  const dto = new type();
  const sound: [string, MemberRule][] = [];
  for (const [name, rule] of members) {
    if (rule.is.isIgnored === true) continue;
    const own: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined;
    const value = own === undefined ? rule.default : own;
    if (value !== undefined) Reflect.set(dto, name, value);
    let wrong = 0;
    const report = (problem: string, path = '') => {
      wrong += 1;
      problems.add(nameOf(name) + path, problem, rule.is.code);
    };
    checkMember(rule, value, report, settings);
    if (wrong === 0 && value !== undefined) sound.push([name, rule]);
  }
  together?.(dto, problems, settings);
  for (const [name, { is }] of sound) {
    if (is.take !== undefined) Reflect.set(dto, name, is.take(Reflect.get(dto, name), settings));
  }
  return { dto, sound };
}

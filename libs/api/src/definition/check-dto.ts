import type { DetailsCollector } from '@lethe/contracts';
import { validateSync } from 'class-validator';
import type { Dto } from './kinds.js';
import { membersOf, togetherOf } from './member.js';

/**
 * Checks values by the rules of a DTO. They are assigned, not transformed: copying a large one would take longer than checking it.
 *
 * @param given where the values come from; names that the DTO does not know are left out, as what is inherited
 * @param problems gets what is wrong with each member, by its path
 * @param nameOf what a member is called in these paths
 * @returns the DTO, with its defaults; sound only where no problem was added
 */
export function checkDto<T extends object>(
  type: Dto<T>,
  given: object,
  problems: DetailsCollector,
  nameOf: (name: string) => string = (name) => name,
): T {
  const dto = new type();
  const members = membersOf(type);
  for (const [name, rule] of members) {
    const value: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined;
    if (value !== undefined || rule.default !== undefined) {
      Reflect.set(dto, name, value === undefined ? rule.default : value);
    }
  }
  const wrong = new Set<string>();
  for (const { property, value } of validateSync(dto, { forbidUnknownValues: true })) {
    wrong.add(property);
    const { is } = members.get(property) ?? {};
    is?.check?.(value, (problem, path = '') => {
      problems.add(nameOf(property) + path, problem, is.code);
    });
  }
  togetherOf(type)?.(dto, problems);
  for (const [name, { is }] of members) {
    const value: unknown = Reflect.get(dto, name);
    if (is.take !== undefined && value !== undefined && !wrong.has(name)) {
      Reflect.set(dto, name, is.take(value));
    }
  }
  return dto;
}

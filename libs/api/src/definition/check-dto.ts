import type { DetailsCollector } from '@lethe/contracts';
import { validateSync } from 'class-validator';
import type { Dto } from './kinds.js';
import { membersOf, togetherOf } from './member.js';

/**
 * Checks values by the rules of a DTO. They are assigned, not transformed: copying a large one would take longer than checking it.
 *
 * @param given where the values come from; names that the DTO does not know are left out, as what is inherited
 * @param problems gets what is wrong with each member, by its path
 * @returns the DTO, with its defaults; sound only where no problem was added
 */
export function checkDto<T extends object>(
  type: Dto<T>,
  given: object,
  problems: DetailsCollector,
): T {
  const dto = new type();
  const members = membersOf(type);
  for (const [name, rule] of members) {
    const value: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined;
    if (value !== undefined || rule.default !== undefined) {
      Reflect.set(dto, name, value === undefined ? rule.default : value);
    }
  }
  for (const { property, value } of validateSync(dto, { forbidUnknownValues: true })) {
    const { is } = members.get(property) ?? {};
    is?.check?.(value, (problem, path = '') => {
      problems.add(property + path, problem, is.code);
    });
  }
  togetherOf(type)?.(dto, problems);
  return dto;
}

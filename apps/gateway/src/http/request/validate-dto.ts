import type { DetailsCollector } from '@lethe/contracts';
import { validateSync } from 'class-validator';

/**
 * Runs the class-validator rules of a DTO and adds what they find, one problem a property. The
 * values are assigned, not transformed: copying 10,000 users would take longer than checking them.
 *
 * @param type the DTO class
 * @param given where the values come from; names that the DTO does not know are left out
 * @param known the names of the DTO
 */
export function validateDto<T extends object>(
  type: new () => T,
  given: object,
  known: readonly string[],
  problems: DetailsCollector,
): T {
  const dto = new type();
  for (const name of known) {
    if (Object.hasOwn(given, name)) Reflect.set(dto, name, Reflect.get(given, name));
  }
  const errors = validateSync(dto, { stopAtFirstError: true, forbidUnknownValues: true });
  for (const { property, constraints = {}, value } of errors) {
    const [rule, problem] = Object.entries(constraints)[0] ?? ['', 'is not valid'];
    const wrong = rule === 'isString' ? wrongElements(property, value) : [];
    if (wrong.length === 0) problems.add(property, problem);
    for (const path of wrong) problems.add(path, 'must be a string');
  }
  return dto;
}

/** Elements of a list of strings that are none: class-validator only says that there are some. */
function wrongElements(property: string, value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((element, index) =>
    typeof element === 'string' ? [] : [`${property}[${index}]`],
  );
}

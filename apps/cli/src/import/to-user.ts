import { checkUser, DetailsCollector, type UserIdentifiers } from '@lethe/contracts';
import type { Column } from './columns.js';
import type { Row } from './read-rows.js';

/** What UTF-8 that is none is read as. */
const REPLACEMENT = '\uFFFD';

/** A user for the API, or why a row is none. */
export type UserOfRow = { readonly user: UserIdentifiers } | { readonly problem: string };

/**
 * Makes a user of a row. An empty field is no identifier. What the API would refuse is refused here by
 * the same rules, so that one bad row does not cost a request.
 *
 * @param width how many columns the header has
 */
export function toUser(row: Row, columns: readonly Column[], width: number): UserOfRow {
  const { values } = row;
  if (values.length !== width) {
    return { problem: `has ${values.length} fields, and the first line has ${width}` };
  }
  const given = columns.flatMap(({ index, name }) => {
    const value = values[index] ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  const garbled = given.find(([, value]) => value.includes(REPLACEMENT));
  if (garbled !== undefined) return { problem: `${garbled[0]}: is not UTF-8` };
  const nul = given.find(([, value]) => value.includes('\0'));
  if (nul !== undefined) return { problem: `${nul[0]}: must not contain U+0000` };
  const problems = new DetailsCollector();
  const user = checkUser(Object.fromEntries(given), 'row', problems);
  return user === undefined ? { problem: describe(problems) } : { user };
}

function describe(problems: DetailsCollector): string {
  return Object.entries(problems.toDetails())
    .map(([path, problem]) => `${path.replace(/^row\.?/, '')}: ${problem}`.replace(/^: /, ''))
    .join('; ');
}

import { knownIdentifier } from '@lethe/contracts/user-files';

const NAME = /^[A-Za-z0-9_.$-]{1,64}$/;

/** Returns true if a name is valid for an identifier. */
export function isIdentifierName(name: string): boolean {
  return NAME.test(name);
}

/** Returns the identifier that belongs to a column name; undefined if the name is unknown. */
export function identifierOf(column: string): string | undefined {
  return knownIdentifier(column) ?? (column.toLowerCase() === 'id' ? 'userId' : undefined);
}

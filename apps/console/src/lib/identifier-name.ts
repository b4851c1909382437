import { knownIdentifier } from '@lethe/contracts/user-files';

const NAME = /^[A-Za-z0-9_.$-]{1,64}$/;

/** Whether an identifier of users may be called so. */
export function isIdentifierName(name: string): boolean {
  return NAME.test(name);
}

/** The identifier that a column of this name holds, where that is known. */
export function identifierOf(column: string): string | undefined {
  return knownIdentifier(column) ?? (column.toLowerCase() === 'id' ? 'userId' : undefined);
}

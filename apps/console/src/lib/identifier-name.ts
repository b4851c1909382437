const NAME = /^[A-Za-z0-9_.$-]{1,64}$/;

/** Whether an identifier of users may be called so. */
export function isIdentifierName(name: string): boolean {
  return NAME.test(name);
}

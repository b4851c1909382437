const MARK = '$sealed';

/**
 * A secret inside a configuration, as the database holds it. Stands in the secret's place when no
 * key opens it; answers mask it like any secret.
 */
export class SealedValue {
  /** @param text what `SecretBox.seal` made of the value's JSON */
  constructor(readonly text: string) {}

  toJSON(): Readonly<Record<string, string>> {
    return { [MARK]: this.text };
  }
}

/** @returns the sealed value that a stored object stands for, `undefined` for any other value */
export function asSealedValue(value: unknown): SealedValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, MARK)) return undefined;
  const text = (value as Readonly<Record<string, unknown>>)[MARK];
  return typeof text === 'string' ? new SealedValue(text) : undefined;
}

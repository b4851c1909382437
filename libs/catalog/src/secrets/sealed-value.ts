const MARK = '$sealed';

/**
 * An encrypted secret in its stored form. A reader gets it instead of the secret if no key decrypts
 * the secret. Answers mask it like any other secret.
 */
export class SealedValue {
  /** @param text result of `SecretBox.seal` for the JSON of the secret */
  constructor(readonly text: string) {}

  toJSON(): Readonly<Record<string, string>> {
    return { [MARK]: this.text };
  }
}

/** @returns the sealed value of a stored object; `undefined` if the value is not a sealed value */
export function asSealedValue(value: unknown): SealedValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, MARK)) return undefined;
  const text = (value as Readonly<Record<string, unknown>>)[MARK];
  return typeof text === 'string' ? new SealedValue(text) : undefined;
}

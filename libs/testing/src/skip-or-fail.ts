/**
 * `describe` for tests on a real service or program. Where it cannot be had they are skipped, with the reason in the name; where
 * it is required, that is a failure.
 * @param missing why it cannot be had; undefined where it can
 * @param isRequired by default in CI
 */
export function skipOrFail(
  what: string,
  missing: string | undefined,
  name: string,
  tests: () => void,
  isRequired = process.env.CI === 'true',
): void {
  if (missing === undefined) {
    describe(name, tests);
  } else if (isRequired) {
    describe(name, () => {
      it(`has ${what} to run on`, () => {
        throw new Error(missing);
      });
    });
  } else {
    describe.skip(`${name} (skipped: ${missing})`, tests);
  }
}

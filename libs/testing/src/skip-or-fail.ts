/**
 * Does the same as `describe`, for tests that need a real service or program. If the service is
 * missing, the tests are skipped, and the reason is in their name. If the service is missing but
 * required, a test fails.
 *
 * @param what the service with an article, such as `a Kafka`
 * @param missing reason why the service is missing; undefined if it exists
 * @param isRequired whether the service is required. Default: true in CI
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

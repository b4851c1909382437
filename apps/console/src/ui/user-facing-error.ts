/**
 * An error of the page with a message for the user. Other errors that do not come from the API are
 * bugs.
 */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';

  constructor(
    message: string,
    /** Advice in one sentence. */
    readonly toTry: string,
  ) {
    super(message);
  }
}

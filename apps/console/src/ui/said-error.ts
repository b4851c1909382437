/** What a page itself refuses, in words for the person who asked. Any other error of a page is a mistake of ours. */
export class SaidError extends Error {
  override readonly name = 'SaidError';

  constructor(
    message: string,
    /** What the person can do, a sentence. */
    readonly toTry: string,
  ) {
    super(message);
  }
}

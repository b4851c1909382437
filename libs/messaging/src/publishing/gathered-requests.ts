interface Round<Content, Answer> {
  readonly content: Content;
  readonly done: Promise<Answer>;
}

/**
 * Sends one request at a time. Calls during a request are combined into the next request, so that
 * many calls need few requests. A single call is not delayed. If a request fails, all its callers
 * receive the error. A failed request does not prevent the next request.
 */
export class GatheredRequests<Content, Answer> {
  private next: Round<Content, Answer> | undefined;
  private running: Promise<unknown> = Promise.resolve();

  /**
   * @param empty creates the content of a request
   * @param send sends one request
   */
  constructor(
    private readonly empty: () => Content,
    private readonly send: (content: Content) => Promise<Answer>,
  ) {}

  /**
   * @param put adds the data of the caller to the content of the next request
   * @returns the answer to the request with this content
   */
  add(put: (content: Content) => void): Promise<Answer> {
    this.next ??= this.plan();
    put(this.next.content);
    return this.next.done;
  }

  /** Resolves when no request is in progress or planned. */
  async settled(): Promise<void> {
    let last: Promise<unknown>;
    do {
      last = this.running;
      await last;
    } while (last !== this.running);
  }

  private plan(): Round<Content, Answer> {
    const content = this.empty();
    const done = this.running.then(() => {
      this.next = undefined; // later calls go into the next request
      return this.send(content);
    });
    this.running = done.catch(() => undefined); // the callers receive the error
    return { content, done };
  }
}

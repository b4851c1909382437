interface Round<Content, Answer> {
  readonly content: Content;
  readonly done: Promise<Answer>;
}

/**
 * Sends one request at a time: what comes while one is under way is gathered for the next, and alone it waits for nothing. So the order is
 * kept, and many callers cost few requests. Everybody in a request hears of its failure; the next one is sent all the same.
 */
export class GatheredRequests<Content, Answer> {
  private next: Round<Content, Answer> | undefined;
  private running: Promise<unknown> = Promise.resolve();

  /**
   * @param empty makes the content of a request to which nothing was added yet
   * @param send sends one request
   */
  constructor(
    private readonly empty: () => Content,
    private readonly send: (content: Content) => Promise<Answer>,
  ) {}

  /**
   * @param put adds something to the content
   * @returns what the request that holds it was answered with
   */
  add(put: (content: Content) => void): Promise<Answer> {
    this.next ??= this.plan();
    put(this.next.content);
    return this.next.done;
  }

  /** Resolves when no request is under way and none is planned. */
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
      this.next = undefined; // what comes from now on is too late for this request
      return this.send(content);
    });
    this.running = done.catch(() => undefined); // whoever asked hears of it
    return { content, done };
  }
}

import pg from 'pg';

/** Milliseconds that the server has to close a connection that we leave. */
const GOODBYE_MS = 1_000;
/** What pg says when there was no answer within `query_timeout`; it has no code. */
const NO_ANSWER = 'Query read timeout';

/** Knows the connections of a pool, and asks the server about those that have no answer: `SilenceCheck`. */
export interface ConnectionWatch {
  /** Milliseconds without an answer after which to ask. */
  readonly afterMs: number;
  watch(client: DatabaseClient): void;
  ask(): Promise<void>;
}

export interface DatabaseClientConfig extends pg.ClientConfig {
  /** Of the pool that the connection belongs to; absent outside of a pool. */
  readonly silenceCheck?: ConnectionWatch;
}

/**
 * A connection that does not outlive its server. After a failover, or behind a firewall that forgot
 * it, no packet says that the other side is gone, and the kernel goes on trying for a quarter of an
 * hour. So a connection that did not answer in time ends, and no pool hands it out again; and ending
 * one takes a second at most. Those of a pool have the server asked before: see `SilenceCheck`.
 */
export class DatabaseClient extends pg.Client {
  /** The server's number of this connection, once it is there. */
  declare readonly processID: number | null;
  /** When the oldest statement without an answer was sent, on the clock of `performance`. */
  waitsSince?: number;
  private unanswered = 0;
  private readonly silenceCheck: ConnectionWatch | undefined;

  constructor(config?: string | DatabaseClientConfig) {
    super(config);
    this.silenceCheck = typeof config === 'string' ? undefined : config?.silenceCheck;
    this.silenceCheck?.watch(this);
    // The last word of a server that shuts down may be read together with the greeting, before the pool or whoever takes
    // the connection listens; an error that nobody hears ends the process. The connection takes no statement after it.
    this.on('error', ignore);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const answer = query(...args);
      if (answer instanceof Promise) {
        answer.catch(this.leaveIfSilent);
        if (this.silenceCheck !== undefined) this.checkUntil(answer, this.silenceCheck);
      }
      return answer;
    }) as typeof this.query;
    const end = this.end.bind(this) as (...args: unknown[]) => unknown;
    this.end = ((...args: unknown[]) => {
      const timer = setTimeout(() => this.connection.stream.destroy(), GOODBYE_MS).unref();
      this.once('end', () => {
        clearTimeout(timer);
      });
      return end(...args);
    }) as typeof this.end;
  }

  /** Whether breaking it takes nothing from anybody, but for who would send a first statement just now. */
  get isUnused(): boolean {
    return this.unanswered === 0 && this.getTransactionStatus() === 'I';
  }

  /** Breaks it as a network would: what waits for an answer fails, and a pool lets it go. */
  async break(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.once('end', resolve));
    this.connection.stream.destroy();
    await ended;
  }

  /** Has the server asked while there is no answer, each time after twice as long. */
  private checkUntil(answer: Promise<unknown>, check: ConnectionWatch): void {
    const askAfter = (ms: number): NodeJS.Timeout =>
      setTimeout(() => {
        timer = askAfter(2 * ms);
        void check.ask();
      }, ms).unref();
    let timer = askAfter(check.afterMs);
    this.unanswered += 1;
    this.waitsSince ??= performance.now();
    const answered = (): void => {
      clearTimeout(timer);
      this.unanswered -= 1;
      if (this.unanswered === 0) delete this.waitsSince;
      else this.waitsSince = performance.now();
    };
    answer.then(answered, answered);
  }

  private readonly leaveIfSilent = (error: unknown): void => {
    if (error instanceof Error && error.message === NO_ANSWER) void this.end();
  };
}

function ignore(): void {
  // whoever has the connection hears it, too
}

import pg from 'pg';

/** Milliseconds that the server has to close a connection that we leave. */
const GOODBYE_MS = 1_000;
/** What pg says when there was no answer within `query_timeout`; it has no code. */
const NO_ANSWER = 'Query read timeout';

/**
 * A connection that does not outlive its server. After a failover, or behind a firewall that forgot
 * it, no packet says that the other side is gone, and the kernel goes on trying for a quarter of an
 * hour. So a connection that did not answer in time ends, and no pool hands it out again; and ending
 * one takes a second at most.
 */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const answer = query(...args);
      if (answer instanceof Promise) answer.catch(this.leaveIfSilent);
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

  private readonly leaveIfSilent = (error: unknown): void => {
    if (error instanceof Error && error.message === NO_ANSWER) void this.end();
  };
}

import pg from 'pg';
import { endsSession } from '../database-error.js';

/** Milliseconds to wait until the server closes a connection. Then the client closes the socket. */
const GOODBYE_MS = 1_000;
/** Error of pg if no answer came within `query_timeout`. The error has no code. */
const NO_ANSWER = 'Query read timeout';

/** Watches the connections of a pool: see `SilenceCheck`. */
export interface ConnectionWatch {
  /** Milliseconds that a client waits for an answer before it calls `ask`. */
  readonly afterMs: number;
  watch(client: DatabaseClient): void;
  ask(): Promise<void>;
}

export interface DatabaseClientConfig extends pg.ClientConfig {
  /** Absent for a connection outside of a pool. */
  readonly silenceCheck?: ConnectionWatch;
}

/**
 * Connection that notices when its server is gone. After a failover, or when a firewall drops the
 * connection, no packet reports the failure, and the kernel retries for 15 minutes. So this client
 * closes the connection within one second after a statement timed out. In a pool, `SilenceCheck`
 * detects the failure earlier.
 */
export class DatabaseClient extends pg.Client {
  /** The server's process id for this connection; null before it is connected. */
  declare readonly processID: number | null;
  /**
   * Start of the current wait for an answer, by `performance.now()`. Absent if no answer is
   * pending.
   */
  waitsSince?: number;
  private unanswered = 0;
  private readonly silenceCheck: ConnectionWatch | undefined;

  constructor(config?: string | DatabaseClientConfig) {
    super(config);
    this.silenceCheck = typeof config === 'string' ? undefined : config?.silenceCheck;
    this.silenceCheck?.watch(this);
    // A server that shuts down sometimes sends its error together with the greeting. At that time
    // no other listener is attached, and an error without a listener ends the process. After the
    // error, the connection refuses statements.
    this.on('error', ignore);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const answer = query(...args);
      if (answer instanceof Promise) {
        answer.catch(this.leaveIfGone);
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

  /**
   * Whether the connection has no open statement and no transaction. If it is closed now, only a
   * caller that has just taken it from the pool gets an error.
   */
  get isUnused(): boolean {
    return this.unanswered === 0 && this.getTransactionStatus() === 'I';
  }

  /**
   * Closes the socket, as a network failure would. Pending statements fail, and the pool drops the
   * connection.
   */
  async break(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.once('end', resolve));
    this.connection.stream.destroy();
    await ended;
  }

  /** Asks the server until the answer arrives. The interval doubles after each request. */
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

  /** Without this, the pool would give a connection that its server has ended to the next caller. */
  private readonly leaveIfGone = (error: unknown): void => {
    const isSilent = error instanceof Error && error.message === NO_ANSWER;
    if (isSilent || endsSession(error)) void this.end();
  };
}

function ignore(): void {
  // the owner of the connection has an error listener, too
}

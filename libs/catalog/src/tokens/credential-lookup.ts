import { hash } from 'node:crypto';
import QuickLRU from 'quick-lru';
import { ExpiringCache } from '../reading/expiring-cache.js';
import { hashSecret, isMistaken } from './secret.js';

export interface CredentialLookupOptions {
  /** Lifetime of an answer of the database in milliseconds, at most 5,000. Default 2,000. */
  readonly ttlMs?: number;
  /** Maximum number of cached answers. Default 10,000. */
  readonly maxEntries?: number;
}

/**
 * Answer of the database. If the secret is unknown, `known` is absent, and this answer is also
 * cached.
 */
interface Answer<T> {
  readonly known?: T;
}

interface Batch<T> {
  readonly hashes: Buffer[];
  readonly owners: Promise<Owners<T>>;
}

/**
 * Runs the query for a secret that this process does not know, as soon as the rate limit of the
 * client allows it. The limit slows down guesses by unauthenticated clients. Known secrets are not
 * subject to the limit.
 */
export type QueryUnauthenticated = <R>(ask: () => Promise<R>) => Promise<R>;

const ASK_AT_ONCE: QueryUnauthenticated = (ask) => ask();
/** Maximum number of secrets that are remembered as known. */
const MAX_REMEMBERED = 10_000;

/** Revoked secrets must stop working within 5 s everywhere. */
const MAX_TTL_MS = 5_000;
const MAX_SECRET_LENGTH = 512;

/** Hash of a secret in base64 → owner. */
export type Owners<T> = ReadonlyMap<string, T>;

/** Returns the key of a hash in `Owners`. */
export function keyOfHash(hash: Buffer): string {
  return hash.toString('base64');
}

/** Returns `keyOfHash(hashSecret(secret))`, without bytes in between. */
function keyOfSecret(secret: string): string {
  return hash('sha256', secret, 'base64');
}

/**
 * Finds the owner of a secret by its hash, and caches the answer for `ttlMs`. Concurrent look-ups
 * share one query.
 */
export class CredentialLookup<T> {
  private readonly answers: ExpiringCache<Answer<T>>;
  /**
   * Hashes that were found before. A look-up still queries them, but without the limit of
   * `QueryUnauthenticated`.
   */
  private readonly remembered = new QuickLRU<string, true>({ maxSize: MAX_REMEMBERED });
  private readonly running = new Map<string, Promise<Answer<T>>>();
  /** The look-ups that the next query will answer. */
  private batch: Batch<T> | undefined;

  /** @param load reads the owners of hashes; the result omits hashes without an owner */
  constructor(
    private readonly load: (hashes: readonly Buffer[]) => Promise<Owners<T>>,
    { ttlMs = 2_000, maxEntries = 10_000 }: CredentialLookupOptions = {},
  ) {
    this.answers = new ExpiringCache(Math.min(ttlMs, MAX_TTL_MS), maxEntries);
  }

  /** Returns the cached owner of a secret; `undefined` if no owner is cached. */
  recall(secret: string): T | undefined {
    if (secret === '' || secret.length > MAX_SECRET_LENGTH) return undefined;
    return this.answers.get(keyOfSecret(secret))?.known;
  }

  /** @throws errors of `load` */
  async find(
    secret: string,
    asUnauthenticated: QueryUnauthenticated = ASK_AT_ONCE,
  ): Promise<T | undefined> {
    if (secret === '' || secret.length > MAX_SECRET_LENGTH || isMistaken(secret)) return undefined;
    const hashed = hashSecret(secret);
    const key = keyOfHash(hashed);
    const answer = this.answers.get(key);
    if (answer !== undefined) return answer.known;
    const ask = async (): Promise<Answer<T>> =>
      this.answers.get(key) ?? (await this.askOnce(key, hashed));
    const { known } = await (this.remembered.has(key) ? ask() : asUnauthenticated(ask));
    return known;
  }

  /** Removes a secret from the cache. Call it after this process has changed the secret. */
  invalidate(secret: string): void {
    this.answers.invalidate(keyOfSecret(secret));
  }

  private askOnce(key: string, hash: Buffer): Promise<Answer<T>> {
    const running = this.running.get(key);
    if (running !== undefined) return running;
    const asking = this.ask(key, hash).finally(() => this.running.delete(key));
    this.running.set(key, asking);
    return asking;
  }

  private async ask(key: string, hash: Buffer): Promise<Answer<T>> {
    const asOf = this.answers.now();
    const known = (await this.loadTogether(hash)).get(key);
    const answer: Answer<T> = known === undefined ? {} : { known };
    this.answers.set(key, answer, asOf);
    if (known !== undefined) this.remembered.set(key, true);
    return answer;
  }

  /** Reads the owner with one query for all look-ups of the same turn of the event loop. */
  private loadTogether(hash: Buffer): Promise<Owners<T>> {
    if (this.batch === undefined) {
      const hashes: Buffer[] = [];
      const owners = Promise.resolve().then(() => {
        this.batch = undefined;
        return this.load(hashes);
      });
      this.batch = { hashes, owners };
    }
    this.batch.hashes.push(hash);
    return this.batch.owners;
  }
}

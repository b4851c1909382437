import QuickLRU from 'quick-lru';
import { ExpiringCache } from '../reading/expiring-cache.js';
import { hashSecret, isMistaken } from './secret.js';

export interface CredentialLookupOptions {
  /** Milliseconds for which an answer of the database is used again, at most 5,000. Default 2,000. */
  readonly ttlMs?: number;
  /** Most answers kept. Default 10,000. */
  readonly maxEntries?: number;
}

/** `known` is absent when the secret is unknown; that answer is cached as well. */
interface Answer<T> {
  readonly known?: T;
}

interface Batch<T> {
  readonly hashes: Buffer[];
  readonly owners: Promise<Owners<T>>;
}

/**
 * Asks about a secret that was never known here, when whoever sends it may ask. For strangers who guess: what is known
 * is never kept waiting by them.
 */
export type AskAsStranger = <R>(ask: () => Promise<R>) => Promise<R>;

const ASK_AT_ONCE: AskAsStranger = (ask) => ask();
/** Secrets of which it is remembered that they were known. */
const MAX_REMEMBERED = 10_000;

/** Revoked secrets must stop working within 5 s everywhere. */
const MAX_TTL_MS = 5_000;
const MAX_SECRET_LENGTH = 512;

/** Owners by their secrets' hashes, in base64. */
export type Owners<T> = ReadonlyMap<string, T>;

/** As the keys of `Owners`. */
export function keyOfHash(hash: Buffer): string {
  return hash.toString('base64');
}

/** Finds the owner of a secret by its hash, and caches the answer for `ttlMs`. What is asked at the same time is asked with one query. */
export class CredentialLookup<T> {
  private readonly answers: ExpiringCache<Answer<T>>;
  /** Hashes that were known once; whether they still are is asked anew each time. */
  private readonly remembered = new QuickLRU<string, true>({ maxSize: MAX_REMEMBERED });
  private readonly running = new Map<string, Promise<Answer<T>>>();
  /** What is asked with the next query. */
  private batch: Batch<T> | undefined;

  /** @param load asks the database for the owners of hashes; those without one are left out */
  constructor(
    private readonly load: (hashes: readonly Buffer[]) => Promise<Owners<T>>,
    { ttlMs = 2_000, maxEntries = 10_000 }: CredentialLookupOptions = {},
  ) {
    this.answers = new ExpiringCache(Math.min(ttlMs, MAX_TTL_MS), maxEntries);
  }

  /** @throws the error of `load` */
  async find(secret: string, asStranger: AskAsStranger = ASK_AT_ONCE): Promise<T | undefined> {
    if (secret === '' || secret.length > MAX_SECRET_LENGTH || isMistaken(secret)) return undefined;
    const hash = hashSecret(secret);
    const key = keyOfHash(hash);
    const answer = this.answers.get(key);
    if (answer !== undefined) return answer.known;
    const ask = async (): Promise<Answer<T>> =>
      this.answers.get(key) ?? (await this.askOnce(key, hash));
    const { known } = await (this.remembered.has(key) ? ask() : asStranger(ask));
    return known;
  }

  /** Has the next who asks for the secret ask anew: it was just changed here. */
  forget(secret: string): void {
    this.answers.forget(keyOfHash(hashSecret(secret)));
  }

  /** Callers that ask for the same secret at the same time share one query. */
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

  /** Waits for whoever else asks in this turn of the event loop. */
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

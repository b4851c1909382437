import { createHash, randomBytes } from 'node:crypto';
import type { SecretBox } from '@lethe/catalog';

/** Used attempts that are remembered. They expire, so more of them are in use only while someone floods this gateway. */
const MOST_USED = 100_000;
const PLACE = { workspaceId: '', kind: 'sign-in', id: 'attempt' } as const;

/**
 * Sign-ins that gateways have begun. An attempt is sealed with `LETHE_SECRET_KEY`, so any gateway knows those of the others, and
 * no client can make one up. A used attempt is remembered by the gateway that ended it; elsewhere the provider refuses its code.
 */
export class IssuedAttempts {
  /** Hashes of used attempts, and when each expires. */
  private readonly used = new Map<string, number>();

  constructor(
    private readonly box: Pick<SecretBox, 'seal' | 'open'>,
    private readonly lifetimeMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Makes what a browser keeps from the beginning of a sign-in to its end. */
  issue(): string {
    const text = `${this.now() + this.lifetimeMs} ${randomBytes(32).toString('base64url')}`;
    return Buffer.from(this.box.seal(text, PLACE)).toString('base64url');
  }

  /** Whether a gateway has issued this attempt, and it is neither expired nor used. */
  isOpen(attempt: string): boolean {
    return !this.used.has(hashOf(attempt)) && this.expiryOf(attempt) > this.now();
  }

  /** Ends an attempt, before the provider is asked about it. */
  use(attempt: string): void {
    this.used.set(hashOf(attempt), this.expiryOf(attempt));
    for (const [oldest, expiresAt] of this.used) {
      if (expiresAt > this.now() && this.used.size <= MOST_USED) return;
      this.used.delete(oldest);
    }
  }

  /** @returns 0 for what no gateway has issued */
  private expiryOf(attempt: string): number {
    const sealed = Buffer.from(attempt, 'base64url');
    // Another spelling of the same bytes would be another attempt, unused.
    if (sealed.toString('base64url') !== attempt) return 0;
    const text = this.box.open(sealed.toString(), PLACE);
    return text === undefined ? 0 : Number(text.split(' ', 1)[0]);
  }
}

function hashOf(attempt: string): string {
  return createHash('sha256').update(attempt).digest('base64url');
}

import { createHash, randomBytes } from 'node:crypto';
import type { SecretBox } from '@lethe/catalog';

/**
 * Maximum used attempts that are remembered. Attempts expire, so this number is reached only while
 * a client sends very many requests.
 */
const MAX_USED = 100_000;
const SEALED_FOR = { workspaceId: '', kind: 'sign-in', id: 'attempt' } as const;

/**
 * Sign-in attempts that the gateways issue. An attempt is sealed with `LETHE_SECRET_KEY`, so that
 * every gateway can check the attempt and no client can invent one. The gateway where an attempt
 * was used remembers the attempt. If a client uses the attempt again at another gateway, the
 * identity provider refuses the authorization code.
 */
export class IssuedAttempts {
  /** Expiry of each used attempt, by the hash of the attempt. */
  private readonly used = new Map<string, number>();

  constructor(
    private readonly box: Pick<SecretBox, 'seal' | 'open'>,
    private readonly lifetimeMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns a new attempt, which the browser keeps until the sign-in ends. */
  issue(): string {
    const text = `${this.now() + this.lifetimeMs} ${randomBytes(32).toString('base64url')}`;
    return Buffer.from(this.box.seal(text, SEALED_FOR)).toString('base64url');
  }

  /** Returns whether a gateway issued this attempt, and the attempt is neither expired nor used. */
  isOpen(attempt: string): boolean {
    return !this.used.has(hashOf(attempt)) && this.expiryOf(attempt) > this.now();
  }

  /** Records that an attempt is used. Call it before the code is sent to the provider. */
  use(attempt: string): void {
    this.used.set(hashOf(attempt), this.expiryOf(attempt));
    for (const [oldest, expiresAt] of this.used) {
      if (expiresAt > this.now() && this.used.size <= MAX_USED) return;
      this.used.delete(oldest);
    }
  }

  /** Returns the expiry in ms since 1970; 0 for an attempt that no gateway issued. */
  private expiryOf(attempt: string): number {
    const sealed = Buffer.from(attempt, 'base64url');
    // A different base64 spelling of the same bytes would be accepted as an unused attempt.
    if (sealed.toString('base64url') !== attempt) return 0;
    const text = this.box.open(sealed.toString(), SEALED_FOR);
    return text === undefined ? 0 : Number(text.split(' ', 1)[0]);
  }
}

function hashOf(attempt: string): string {
  return createHash('sha256').update(attempt).digest('base64url');
}

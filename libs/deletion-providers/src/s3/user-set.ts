import { normaliseUserId } from '@lethe/contracts';

/** The users of a deletion, as objects name them. */
export class UserSet {
  private readonly ids: ReadonlySet<string>;

  /** @param userIds in any form */
  constructor(userIds: readonly string[]) {
    this.ids = new Set(userIds.map(normaliseUserId).filter((id) => id !== ''));
  }

  has(userId: string): boolean {
    return this.ids.has(userId) || this.ids.has(normaliseUserId(userId));
  }

  /** A text of others, without the ids: keys of objects may hold them. */
  scrub(text: string): string {
    let scrubbed = text;
    for (const id of this.ids) if (id.length > 2) scrubbed = scrubbed.replaceAll(id, '***');
    return scrubbed;
  }

  [Symbol.iterator](): IterableIterator<string> {
    return this.ids.values();
  }
}

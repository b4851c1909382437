import { Store } from '../../lib/store.js';

/**
 * Passes the identifier of a user to the page of users. The identifier is only in memory, because
 * URLs are logged and stored.
 */
export const passedUser = new Store<string | undefined>(undefined);

/** Returns the identifier and removes it. */
export function takePassedUser(): string | undefined {
  const taken = passedUser.get();
  passedUser.set(undefined);
  return taken;
}

import { Store } from '../../lib/store.js';

/** Hands an identifier of a user over to the page of people: in memory, as URLs are logged and remembered. */
export const userInHand = new Store<string | undefined>(undefined);

/** Once: a reload of the page forgets it. */
export function takeUser(): string | undefined {
  const taken = userInHand.get();
  userInHand.set(undefined);
  return taken;
}

import { Store } from '../../lib/store.js';

/** What a new transformation begins with: it runs, and shows what there is. */
export const FIRST_CODE = `// Return the event, several of them, or nothing to drop it.
export function transformEvent(event, metadata) {
  // What log(…) writes stands at this line.
  log(event.type);
  return event;
}
`;

export const FIRST_LIBRARY = `// A transformation imports it by its name: import { mask } from 'name';
export function mask(text) {
  return text.slice(0, 2) + '***';
}
`;

/** Code of the playground, for the page that saves it: in memory, as it is nobody else's yet. */
export const draftInHand = new Store<string | undefined>(undefined);

import { Store } from '../../lib/store.js';

/**
 * Initial code of a new transformation. Users can run it at once: it logs the type of the event,
 * and returns the event unchanged.
 */
export const FIRST_CODE = `// Return the event or a list of events. If you return nothing, the event is dropped.
export function transformEvent(event, metadata) {
  // The output of log(…) is shown at this line.
  log(event.type);
  return event;
}
`;

export const FIRST_LIBRARY = `// Transformations import it by its name: import { mask } from 'name';
export function mask(text) {
  return text.slice(0, 2) + '***';
}
`;

/**
 * Passes unsaved code from the playground to the page that saves it. The code is only in memory.
 */
export const unsavedDraft = new Store<string | undefined>(undefined);

import { Store } from '../lib/store.js';

/** Whether the gateway answered when it was last asked. */
export const reachability = new Store(true);

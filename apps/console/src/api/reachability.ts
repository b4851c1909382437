import { Store } from '../lib/store.js';

/** True if the last request reached the gateway. */
export const reachability = new Store(true);

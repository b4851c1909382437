import type { Capability } from './definition/index.js';
import { deletions } from './deletions/index.js';
import { users } from './users/index.js';

/** All capabilities whose operations are commands to the regulation service. */
export const CAPABILITIES: readonly Capability[] = [users, deletions];

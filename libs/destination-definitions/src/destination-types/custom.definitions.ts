import { defineDestination } from '../definition/define-destination.js';

/**
 * Something of the operator's own that nothing here knows how to reach: deletions at it are jobs for workers of their
 * own, which get everything that is known of a user.
 */
export const CUSTOM_DEFINITIONS = [
  defineDestination({
    name: 'CUSTOM',
    displayName: 'Own system',
    category: 'custom',
    variables: [],
    secrets: [],
    deletion: {
      supported: true,
      // Whatever comes beside it goes to the worker too.
      identifiers: ['userId'],
      batchSize: 1_000,
    },
  }),
];

import { listOf } from '@lethe/testing';
import type { CommandTable } from './table.js';
import { HOOK, ofOne, users, type World } from './world.js';

const ALL_TYPES = { allowedTypes: ['suppress', 'suppress_with_delete'] };
const ofPlane = () => ({
  context: { requestId: 'test', deadline: Date.now() + 600_000, workspaceIds: ['ws_a'] },
});
const sources = (world: World) => {
  const ids = listOf(world.size, (n) => `src_${n}`);
  for (const id of ids) world.service.catalog.sources.add(id);
  return ids;
};

export const REGULATIONS: CommandTable = {
  'regulations.create.v3': {
    'users who have regulations': async (world) => {
      await world.order([HOOK], users(world.size));
      const order = { destinationIds: [HOOK], users: users(world.size) };
      const request = { regulationType: 'suppress_with_delete', ...order };
      return { context: world.context, ...request, wantRecords: true };
    },
    'one user many times': async (world) => {
      await world.suppress(ofOne(world.size));
      const request = { regulationType: 'suppress', users: ofOne(world.size) };
      return { context: world.context, ...request, wantRecords: false, idempotencyKey: 'key' };
    },
    sources: async (world) => {
      await world.suppress(ofOne(2), sources(world));
      const request = {
        ...{ regulationType: 'suppress', users: [{ userId: 'one' }] },
        sourceIds: sources(world),
      };
      return { context: world.context, ...request, wantRecords: true };
    },
    destinations: async (world) => {
      await world.atManyDestinations();
      const destinationIds = listOf(world.size, (n) => `dst_${n}`);
      const request = { regulationType: 'delete', destinationIds, users: [{ userId: 'one' }] };
      return { context: world.context, ...request, wantRecords: true };
    },
    'all destinations': (world) => {
      const request = { regulationType: 'delete', destinationIds: ['*'], users: ofOne(1) };
      return Promise.resolve({ context: world.context, ...request, wantRecords: true });
    },
    // The ids of these users differ, but have the same suppression key.
    'users of one key': async (world) => {
      await world.suppress(ofOne(world.size));
      const request = {
        regulationType: 'suppress',
        users: ofOne(world.size).map((user, n) => ({
          ...user,
          userId: `one${'\u200b'.repeat(n % 150)}`,
        })),
      };
      return { context: world.context, ...request, wantRecords: true };
    },
  },
  'regulations.list.v2': {
    regulations: async (world) => {
      await world.order([HOOK], users(world.size));
      return { context: world.context, limit: 1_000, status: 'deleting' };
    },
    'regulations of a user': async (world) => {
      await world.order([HOOK], ofOne(world.size));
      return { context: world.context, limit: 1_000, userId: 'one', overdue: false };
    },
  },
  'regulations.get.v1': {
    destinations: async (world) => {
      const id = await world.atManyDestinations();
      return { context: world.context, id };
    },
  },
  'regulations.cancel.v1': {
    destinations: async (world) => {
      const id = await world.atManyDestinations();
      return { context: world.context, id, ...ALL_TYPES };
    },
    'regulations of the user': async (world) => {
      const [id] = await world.order([HOOK], ofOne(world.size));
      return { context: world.context, id, ...ALL_TYPES };
    },
  },
  'deletions.abort.v1': {
    'jobs that wait': async (world) => {
      await world.manyJobs();
      return { context: world.context, destinationId: HOOK };
    },
  },
  'suppressions.page.v2': {
    changes: async (world) => {
      await world.suppress(users(world.size));
      return { ...ofPlane(), limit: 10_000 };
    },
    'sources of a user': async (world) => {
      await world.suppress(ofOne(2), sources(world));
      return { ...ofPlane(), limit: 10_000 };
    },
  },
  'users.lookup.v1': {
    'regulations of a user': async (world) => {
      await world.order([HOOK], ofOne(world.size));
      return { context: world.context, userId: 'one' };
    },
    destinations: async (world) => {
      await world.atManyDestinations();
      return { context: world.context, userId: 'one' };
    },
    'users of an address': async (world) => {
      await world.order([HOOK], users(world.size));
      return { context: world.context, email: 'all@example.com' };
    },
  },
  'users.search.v1': {
    users: async (world) => {
      await world.suppress(users(world.size));
      await world.suppress(ofOne(world.size));
      return { context: world.context, prefix: 'user', limit: 100 };
    },
  },
  'users.unsuppress.v1': {
    'regulations of the user': async (world) => {
      await world.suppress(ofOne(world.size), ['src_a', 'src_b']);
      return { context: world.context, userId: 'one', ...ALL_TYPES };
    },
    destinations: async (world) => {
      await world.atManyDestinations();
      await world.abort();
      return { context: world.context, userId: 'one', ...ALL_TYPES };
    },
  },
  'events.page.v2': {
    events: async (world) => {
      const { next } = await world.service.commands.eventPage(ofPlane());
      await world.suppress(users(1));
      await world.copies('events', `'id', 1000000 + n`);
      return { ...ofPlane(), after: next };
    },
  },
};

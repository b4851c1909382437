import type { JobOutcome } from '@lethe/api/deletions';
import { randomUUID } from 'node:crypto';
import { listOf } from '@lethe/testing';
import type { CommandTable } from './table.js';
import { HOOK, OWN, ofOne, users, type World } from './world.js';

const leaseMs = 600_000;
const leaseSeconds = 600;
const reason = 'user-1 is not there';
const ofPlane = () => ({
  context: { requestId: 'test', deadline: Date.now() + 600_000, workspaceIds: ['ws_a'] },
});
const jobId = async (world: World) =>
  (
    await world.query<{ id: string }>('select min(id)::text as id from regulation.deletion_jobs')
  )[0]!.id;

/** Lets a law apply to all regulations, and returns one of them. */
const underLaw = async (world: World) => {
  const [row] = await world.query<{ id: string }>(
    `with changed as (update regulation.regulations set law = 'gdpr' returning id)
     select min(id::text) as id from changed`,
  );
  return { context: world.context, id: row!.id };
};

const report = (world: World, outcome: JobOutcome) =>
  world.claimed().then((jobs) => ({
    context: world.context,
    reports: jobs.map(({ jobId: id, claimId }) => ({ jobId: id, claimId, outcome })),
  }));
const COMPLETE: JobOutcome = { status: 'complete', record: { method: 'test', notes: [reason] } };
const FAILED: JobOutcome = { status: 'failed', reason };

async function ownJob(world: World) {
  await world.order([OWN], users(world.size));
  const { context } = world;
  const { job } = await world.service.commands.claimDeletionJob({ context, leaseSeconds });
  return { context, jobId: job!.id, leaseToken: job!.leaseToken };
}

async function jobOfPlane(world: World) {
  world.service.catalog.dataPlanes = ['ws_a'];
  await world.order([HOOK], users(world.size));
  const { job } = await world.service.commands.claimDataPlaneJob(ofPlane());
  return { ...ofPlane(), jobId: job!.jobId };
}

const page = (world: World) => ({ context: world.context, limit: 1_000 });

const manyWaiting = async (world: World) => {
  await world.manyJobs();
  return { context: world.context, destinationId: HOOK };
};

export const DELETIONS: CommandTable = {
  'regulations.plan.v1': {
    users: async (world) => {
      await world.order([HOOK], users(world.size));
      const of = { destinationIds: [HOOK, OWN], users: users(world.size) };
      return { context: world.context, regulationType: 'delete', ...of };
    },
    destinations: (world) => {
      const destinationIds = listOf(world.size, (n) => `dst_${n}`);
      const request = { regulationType: 'delete', destinationIds, users: ofOne(2) };
      return Promise.resolve({ context: world.context, ...request });
    },
  },
  'deletions.list.v2': {
    jobs: async (world) => {
      await world.manyJobs();
      return page(world);
    },
    'users of a job': async (world) => {
      await world.order([OWN], users(world.size));
      return page(world);
    },
  },
  'deletions.get.v1': {
    users: async (world) => {
      await world.order([OWN], users(world.size));
      return { context: world.context, id: await jobId(world) };
    },
  },
  'deletions.summary.v1': {
    destinations: async (world) => {
      await world.atManyDestinations();
      return { context: world.context };
    },
    'jobs that failed permanently': async (world) => {
      await world.manyJobs();
      await world.abort();
      return { context: world.context };
    },
  },
  'deletions.retry.v2': {
    jobs: async (world) => {
      await world.manyJobs();
      await world.abort();
      return page(world);
    },
    destinations: async (world) => {
      await world.atManyDestinations();
      await world.abort();
      return page(world);
    },
    'users of a job': async (world) => {
      await world.order([OWN], users(world.size));
      await world.abort();
      return page(world);
    },
  },
  'deletions.retry-regulation.v1': {
    destinations: async (world) => {
      const id = await world.atManyDestinations();
      await world.abort();
      return { context: world.context, id };
    },
  },
  'deletions.except.v1': {
    'users of the job': async (world) => {
      await world.order([OWN], users(world.size));
      await world.abort();
      return { context: world.context, id: await jobId(world), reason };
    },
  },
  'deletions.extend-regulation.v1': {
    'users of the job': async (world) => {
      await world.order([OWN], users(world.size));
      return { ...(await underLaw(world)), reason };
    },
    destinations: async (world) => {
      await world.atManyDestinations();
      return { ...(await underLaw(world)), reason };
    },
  },
  'deletions.verify-regulation.v1': {
    destinations: async (world) => {
      const id = await world.atManyDestinations();
      await world.complete();
      return { context: world.context, id };
    },
  },
  'deletions.pause.v2': { 'jobs that wait': manyWaiting },
  'deletions.resume.v1': { 'jobs that wait': manyWaiting },
  'own-deletions.claim.v2': {
    'users of the job': async (world) => {
      await world.order([OWN], users(world.size));
      return { context: world.context, destinationIds: [OWN], leaseSeconds };
    },
  },
  'own-deletions.heartbeat.v2': {
    'users of the job': async (world) => ({ ...(await ownJob(world)), leaseSeconds }),
  },
  'own-deletions.report.v1': {
    'users of the job': async (world) => ({ ...(await ownJob(world)), status: 'complete' }),
    'refused users': async (world) => {
      const refused = users(world.size).map(({ userId }) => ({ userId, reason }));
      return { ...(await ownJob(world)), status: 'complete', refused };
    },
  },
  'data-plane-deletions.claim.v2': {
    'users of the job': async (world) => {
      world.service.catalog.dataPlanes = ['ws_a'];
      await world.order([HOOK], users(Math.min(100, world.size)));
      return ofPlane();
    },
    destinations: async (world) => {
      world.service.catalog.dataPlanes = ['ws_a'];
      await world.atManyDestinations();
      return ofPlane();
    },
  },
  'data-plane-deletions.update.v2': {
    'users of the job': async (world) => ({ ...(await jobOfPlane(world)), status: 'complete' }),
  },
  'deletions.claim.v1': {
    destinations: async (world) => {
      await world.atManyDestinations();
      const claim = { worker: 'test', claimId: randomUUID(), destinations: 200, leaseMs };
      return { context: world.context, ...claim };
    },
    'jobs of a destination': async (world) => {
      await world.manyJobs();
      const claim = { worker: 'test', claimId: randomUUID(), destinations: 200, leaseMs };
      return { context: world.context, ...claim };
    },
  },
  'deletions.heartbeat.v1': {
    jobs: async (world) => {
      await world.atManyDestinations();
      const jobs = (await world.claimed()).map(({ jobId: id, claimId }) => ({
        jobId: id,
        claimId,
      }));
      return { context: world.context, jobs, leaseMs };
    },
  },
  'deletions.report.v1': {
    'jobs that are done': async (world) => {
      await world.atManyDestinations();
      return report(world, COMPLETE);
    },
    'jobs that failed': async (world) => {
      await world.atManyDestinations();
      return report(world, FAILED);
    },
    'refused users': async (world) => {
      await world.order([HOOK], users(Math.min(100, world.size)));
      const [job] = await world.claimed();
      const refused = job!.users.map(({ regulationId }) => ({ regulationId, reason }));
      const outcome = { ...COMPLETE, refused };
      const reports = [{ jobId: job!.jobId, claimId: job!.claimId, outcome }];
      return { context: world.context, reports };
    },
  },
};

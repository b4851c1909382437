import type {
  DeletionPlanDto,
  PlanRegulations,
  CreateRegulationsDto,
} from '@lethe/api/regulations';
import { differingKey, normaliseUserId, type UserIdentifiers } from '@lethe/contracts';
import { eachInSteps, mapInSteps } from '@lethe/resilience';
import { checkCatalog, checkSize, toRequest, refuseCrowded } from '../create/check-request.js';
import { refuseUnidentified } from '../create/identify-users.js';
import { withoutDuplicates } from '../create/without-duplicates.js';
import { cutJobs, measured, type DeletionUser } from '../../deletions/cut-jobs.js';
import {
  canIdentify,
  unidentifiedAt,
  type DeletionTarget,
} from '../../deletions/check-destinations.js';
import { notDeletedOf } from '../../record/not-deleted.js';
import { dueAtOf } from '../../record/due-at.js';
import { demandOf } from '../../record/new-regulations.js';
import { crowdedUsers } from './crowded-users.js';
import { irreversible } from './irreversible.js';
import { deadlineWarnings, planWarnings } from './plan-warnings.js';
import type { ServiceParts } from '../../service-parts.js';

/** Maximum number of users that the plan names for one reason, and at all destinations. */
const MOST_NAMED = 100;
const MOST_NAMED_IN_ALL = 10_000;
/**
 * Placeholder for ids. Only the length of ids matters here, because it affects how many users fit
 * into a job. All ids have the same length.
 */
const ID_PLACEHOLDER = '00000000-0000-7000-8000-000000000000';

type Parts = Pick<ServiceParts, 'reads' | 'catalog' | 'limits'>;

/**
 * Returns the plan of a request, and stores nothing.
 *
 * @throws LetheError the errors of the create request. Users that a named destination cannot
 *   identify cause no error, because the plan lists them
 */
export async function planRegulations(
  parts: Parts,
  command: PlanRegulations,
): Promise<DeletionPlanDto> {
  const { context } = command;
  const request = toRequest(command);
  const { catalog, limits } = parts;
  checkSize(request, limits);
  const checked = await checkCatalog(parts, context.workspaceId, request, command);
  const { targets, resolved } = checked;
  if (resolved !== undefined) await refuseUnidentified(request, checked);
  const distinct = await withoutDuplicates(checked.request);
  await refuseCrowdedPlan(parts, context.workspaceId, request, distinct);
  const users = await mapInSteps(distinct.users, (identifiers) =>
    measured({ regulationId: ID_PLACEHOLDER, identifiers }),
  );
  const destinations: DeletionPlanDto['destinations'][number][] = [];
  const most = Math.min(MOST_NAMED, Math.floor(MOST_NAMED_IN_ALL / targets.length));
  for (const target of targets) {
    destinations.push(await planAt(target, request.users, users, most));
  }
  const plan = {
    regulations: users.length,
    destinations,
    ...notDeletedOf(resolved)(resolved?.destinationIds ?? []),
    irreversible: irreversible(request.regulationType),
    warnings: await planWarnings(request.users),
    ...(await suppressionKeysOf(request.users)),
  };
  if (targets.length === 0) return plan;
  const settings = await catalog.deletionSettings(context.workspaceId);
  const now = Date.now();
  const createdAt = new Date(now).toISOString();
  const dueAt = dueAtOf(demandOf({ createdAt, request }, {}), settings);
  return {
    ...plan,
    startsAt: new Date(now + settings.deletionDelaySeconds * 1000).toISOString(),
    dueAt,
    warnings: [...deadlineWarnings(dueAt, now), ...plan.warnings],
  };
}

async function refuseCrowdedPlan(
  { reads, limits }: Parts,
  workspaceId: string,
  request: CreateRegulationsDto,
  { users, sourceIds }: CreateRegulationsDto,
): Promise<void> {
  if (sourceIds === undefined) return;
  const userIds = users.map(({ userId }) => normaliseUserId(userId));
  const { sourcesOfUser: limit } = limits;
  const crowded = await crowdedUsers(reads, workspaceId, { userIds, sourceIds }, limit);
  refuseCrowded(request, crowded, limit);
}

/** Returns the users with a suppression key that differs from their userId. */
async function suppressionKeysOf(
  users: readonly UserIdentifiers[],
): Promise<Pick<DeletionPlanDto, 'suppressionKeys' | 'suppressionKeyCount'>> {
  const first: { readonly path: string; readonly suppressionKey: string }[] = [];
  let count = 0;
  await eachInSteps(users, ({ userId }, index) => {
    const { suppressionKey } = differingKey(userId);
    if (suppressionKey === undefined) return;
    count += 1;
    if (count <= MOST_NAMED) first.push({ path: `users[${index}]`, suppressionKey });
  });
  return count === 0 ? {} : { suppressionKeys: first, suppressionKeyCount: count };
}

async function planAt(
  target: DeletionTarget,
  requested: readonly UserIdentifiers[],
  distinct: readonly DeletionUser[],
  mostNamed: number,
): Promise<DeletionPlanDto['destinations'][number]> {
  const users: DeletionUser[] = [];
  await eachInSteps(distinct, (user) => {
    if (canIdentify(target, user.identifiers)) users.push(user);
  });
  const jobs = cutJobs(users, target.batchSize);
  const unidentified: string[] = [];
  await eachInSteps(requested, (user, index) => {
    if (!canIdentify(target, user)) unidentified.push(`users[${index}]`);
  });
  const reason = unidentifiedAt(target.id);
  return {
    destinationId: target.id,
    destinationType: target.type,
    users: users.length,
    jobs: jobs.length,
    calls: jobs.length,
    expectedSeconds: Math.ceil(jobs.length / target.rate),
    unidentified: unidentified.slice(0, mostNamed).map((path) => ({ path, reason })),
    unidentifiedCount: unidentified.length,
  };
}

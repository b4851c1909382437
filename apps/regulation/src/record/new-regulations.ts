import type { RegulationDto, CreateRegulationsDto } from '@lethe/api/regulations';
import {
  defined,
  differingKey,
  type CommandContext,
  type Law,
  type UserIdentifiers,
} from '@lethe/contracts';
import { mapInSteps } from '@lethe/resilience';
import { newIdsInTurn } from './new-ids.js';
import type { Demand } from './due-at.js';
import { mostNamed, notDeletedOf, type ResolvedDestinations } from './not-deleted.js';
import { orderAttributes } from './order-attributes.js';

/** When one user of a file asked, and the law, if the row of the user states them. */
export interface DemandOfRow {
  readonly receivedAt?: string;
  readonly law?: Law;
}

/** What applies to one user only. */
export interface OfOneUser extends DemandOfRow {
  /**
   * Destinations of the user, if the request was for all destinations, and some of them cannot
   * identify the user. Users with the same destinations share the array.
   */
  readonly destinationIds?: readonly string[];
}

/** The regulations of one request, before they are stored. */
export interface NewRegulations {
  readonly requestId: string;
  readonly workspaceId: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly request: CreateRegulationsDto;
  readonly importId?: string;
  /** The entries are in the sequence of the request, which is also the sequence of the ids. */
  readonly entries: readonly (OfOneUser & {
    readonly id: string;
    readonly attributes: UserIdentifiers;
  })[];
}

/**
 * Creates a regulation for every user of a request. The time in the id of a regulation is never
 * before its creation time, because lists select regulations by a range of ids.
 *
 * @param ofUsers one for each user of the request; absent if the request applies to all of them
 */
export async function newRegulations(
  context: CommandContext,
  request: CreateRegulationsDto,
  ofUsers: readonly OfOneUser[] = [],
): Promise<NewRegulations> {
  const now = Date.now();
  const ids = newIdsInTurn(1 + request.users.length, now);
  const nextId = (): string => String(ids.next().value);
  const requestId = nextId();
  return {
    requestId,
    workspaceId: context.workspaceId,
    createdBy: context.actor,
    createdAt: new Date(now).toISOString(),
    request,
    entries: await mapInSteps(request.users, (user, index) => ({
      id: nextId(),
      attributes: orderAttributes(user),
      ...ofUsers[index],
    })),
  };
}

/** Returns when the user of an entry asked, and the law that applies. */
export function demandOf(
  { createdAt, request }: Pick<NewRegulations, 'createdAt' | 'request'>,
  entry: DemandOfRow,
): Demand {
  return {
    receivedAt: entry.receivedAt ?? request.receivedAt ?? createdAt,
    law: entry.law ?? request.law,
  };
}

/**
 * Returns the records for the answer to the create request, which shows their state at creation.
 *
 * @param resolved absent if the request names its destinations
 */
export function toRecords(
  created: NewRegulations,
  resolved: ResolvedDestinations | undefined,
): RegulationDto[] {
  const { destinationIds: all = [] } = created.request;
  const notDeleted = notDeletedOf(resolved, mostNamed(created.entries.length));
  return created.entries.map(({ id, attributes, destinationIds = all }) => ({
    id,
    workspaceId: created.workspaceId,
    canceled: false,
    regulationType: created.request.regulationType,
    attributes,
    ...differingKey(attributes.userId),
    createdAt: created.createdAt,
    ...defined({ receivedAt: created.request.receivedAt, law: created.request.law }),
    ...notDeleted(destinationIds),
  }));
}

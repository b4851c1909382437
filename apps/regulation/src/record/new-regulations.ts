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
import { orderAttributes } from './order-attributes.js';

/** When one user of a file asked, and the law, if the row of the user states them. */
export interface DemandOfRow {
  readonly receivedAt?: string;
  readonly law?: Law;
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
  readonly entries: readonly (DemandOfRow & {
    readonly id: string;
    readonly attributes: UserIdentifiers;
  })[];
}

/**
 * Creates a regulation for every user of a request. The time in the id of a regulation is never
 * before its creation time, because lists select regulations by a range of ids.
 *
 * @param demands one for each user of the request; absent if the request applies to all of them
 */
export async function newRegulations(
  context: CommandContext,
  request: CreateRegulationsDto,
  demands: readonly DemandOfRow[] = [],
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
      ...demands[index],
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
 */
export function toRecords(created: NewRegulations): RegulationDto[] {
  return created.entries.map(({ id, attributes }) => ({
    id,
    workspaceId: created.workspaceId,
    canceled: false,
    regulationType: created.request.regulationType,
    attributes,
    ...differingKey(attributes.userId),
    createdAt: created.createdAt,
    ...defined({ receivedAt: created.request.receivedAt, law: created.request.law }),
  }));
}

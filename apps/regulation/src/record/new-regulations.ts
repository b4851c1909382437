import type { RegulationDto, CreateRegulationsDto } from '@lethe/api/regulations';
import { differingKey, type CommandContext, type UserIdentifiers } from '@lethe/contracts';
import { mapInSteps } from '@lethe/resilience';
import { newIdsInTurn } from './new-ids.js';
import { orderAttributes } from './order-attributes.js';

/** The regulations of one request, before they are stored. */
export interface NewRegulations {
  readonly requestId: string;
  readonly workspaceId: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly request: CreateRegulationsDto;
  /** The import that they come with. */
  readonly importId?: string;
  /** In request order, which is also the order of the ids. */
  readonly entries: readonly { readonly id: string; readonly attributes: UserIdentifiers }[];
}

/** Gives every user of a request a regulation of its own, with an id whose time is not before that of its creation: lists go by the range of ids. */
export async function newRegulations(
  context: CommandContext,
  request: CreateRegulationsDto,
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
    entries: await mapInSteps(request.users, (user) => ({
      id: nextId(),
      attributes: orderAttributes(user),
    })),
  };
}

/** The records as the create answer shows them: in their state at creation. */
export function toRecords(created: NewRegulations): RegulationDto[] {
  return created.entries.map(({ id, attributes }) => ({
    id,
    workspaceId: created.workspaceId,
    canceled: false,
    regulationType: created.request.regulationType,
    attributes,
    ...differingKey(attributes.userId),
    createdAt: created.createdAt,
  }));
}

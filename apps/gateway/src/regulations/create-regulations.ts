import type {
  CreatedRegulations,
  DeletionPlanDto,
  RegulationCommands,
  RegulationDto,
  regulations,
} from '@lethe/api/regulations';
import { invalidMember } from '@lethe/contracts';
import { holdsLongList, writeInSteps } from '@lethe/resilience';
import type { FastifyReply } from 'fastify';
import { requireScope } from '../auth/require-scope.js';
import { asksForRepresentation } from '../http/answer/asks-for-representation.js';
import { prefersJson } from '../http/answer/prefers-json.js';
import type { LargeAnswers } from '../admission/large-answers.js';
import type { CheckedCall } from '../operations/handlers.js';
import type { CallerParts } from '../admission/rates/caller-limits.js';
import { SCOPE_OF } from '../auth/scopes-of-types.js';
import { unusableDestinations, type OrderCatalog } from './unusable-destinations.js';

type CreateCall = CheckedCall<(typeof regulations)['operations']['createRegulations']>;
const KEY_WITHOUT_EFFECT = 'has no effect with dry_run, which creates nothing; leave it out';

type Answer = string | readonly RegulationDto[] | DeletionPlanDto;

export interface CreateParts extends CallerParts {
  readonly commands: RegulationCommands;
  readonly catalog: OrderCatalog;
  readonly answers: Pick<LargeAnswers, 'expectRecords'>;
}

/** Creates regulations, or only plans them in a dry run. */
export async function createRegulations(
  { commands, catalog, callers, answers }: CreateParts,
  { headers, query, body, identity, context, request, reply }: CreateCall,
): Promise<Answer> {
  const { idempotencyKey, prefer } = headers;
  if (query.dryRun === true && idempotencyKey !== undefined) {
    throw invalidMember('Idempotency-Key', KEY_WITHOUT_EFFECT);
  }
  requireScope(identity, SCOPE_OF[body.regulationType]);
  const { workspaceId } = identity;
  const unusable = await unusableDestinations(catalog, workspaceId, body.destinationIds);
  const charge = (): void => {
    callers.charge('users', identity, reply, body.users.length);
  };
  if (query.dryRun === true) {
    charge();
    void reply.status(200);
    return commands.planRegulations({ context, ...body, ...unusable });
  }
  const wantRecords = prefersJson(request.headers.accept) || asksForRepresentation(prefer);
  // Waits before the users are charged, so that a request that ends during the wait costs nothing.
  const release = wantRecords
    ? await answers.expectRecords(request, reply, {
        users: body.users.length,
        deadline: context.deadline,
      })
    : undefined;
  try {
    charge();
    const key = idempotencyKey === undefined ? {} : { idempotencyKey };
    const command = { context, ...body, ...key, wantRecords, ...unusable };
    const created: CreatedRegulations = await commands.createRegulations(command);
    request.storedRequestId = created.storedRequestId;
    return wantRecords ? await writtenRecords(created.records ?? [], reply) : 'Created';
  } finally {
    release?.();
  }
}

/** Returns the records. A long list is serialized in steps, so that other requests do not wait. */
async function writtenRecords(
  records: readonly RegulationDto[],
  reply: FastifyReply,
): Promise<string | readonly RegulationDto[]> {
  if (!holdsLongList(records)) return records;
  void reply.type('application/json; charset=utf-8');
  return writeInSteps(records);
}

import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type {
  DeletionPlanDto,
  RegulationDetailDto,
  RegulationDto,
  RegulationPageDto,
} from '@lethe/api';
import {
  LetheError,
  type CommandContext,
  type RegulationCommands,
  type RequestLimits,
} from '@lethe/contracts';
import { holdsLongList, writeInSteps } from '@lethe/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import type { TokenIdentity } from '@lethe/catalog';
import { RequestContext } from '../auth/request-context.decorator.js';
import { requireScope, RequireScopes } from '../auth/require-scopes.decorator.js';
import { requestLimits, type GatewaySettings } from '../gateway.config.js';
import { ExpectedAnswers } from '../http/expected-answers.js';
import { JsonBody } from '../http/request/json-body.decorator.js';
import { AnswersPage } from '../http/answer/page.interceptor.js';
import { asksForRepresentation } from '../http/answer/asks-for-representation.js';
import { prefersJson } from '../http/answer/prefers-json.js';
import { parseQuery } from '../http/request/query-string.js';
import { ReadsQuery, TakesIdempotencyKey } from '../http/request/without-effect.js';
import { CALLER_LIMITS, CATALOG, GATEWAY_SETTINGS, SERVICE_COMMANDS } from '../injection-tokens.js';
import { CallerLimits } from '../rate-limits/limit-requests.js';
import { withMaskedIdentifiers } from '../users/mask-identifiers.js';
import { wantsPlan } from './check-create-query.js';
import { checkIdentifiersQuery, showsIdentifiers } from './check-identifiers-query.js';
import { checkListQuery, nextPage } from './check-list-query.js';
import { checkCancelQuery } from './check-reason.js';
import { checkRegulationRequest } from './check-regulation-request.js';
import { readIdempotencyKey } from './idempotency-key.js';
import { cancelableTypes, SCOPE_OF } from './scopes-of-types.js';
import {
  DocumentsCancel,
  DocumentsCreate,
  DocumentsGet,
  DocumentsList,
} from './regulations.docs.js';
import { unusableDestinations, type OrderCatalog } from './unusable-destinations.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * What users of the API ask of the regulation service. An endpoint of another shape, such as the
 * state of one user (`people`), is a controller of its own: fed by commands of `@lethe/contracts` (rpc) and named in
 * `gateway.module.ts`. What data planes ask of it is in `data-plane/suppression-feed.controller.ts`.
 */
@Controller('v2/regulations')
export class RegulationsController {
  private readonly limits: RequestLimits;

  constructor(
    @Inject(SERVICE_COMMANDS) private readonly commands: RegulationCommands,
    @Inject(CATALOG) private readonly catalog: OrderCatalog,
    @Inject(CALLER_LIMITS) private readonly callerLimits: CallerLimits,
    @Inject(ExpectedAnswers) private readonly answers: ExpectedAnswers,
    @Inject(GATEWAY_SETTINGS) config: GatewaySettings,
  ) {
    this.limits = requestLimits(config);
  }

  @Post()
  @TakesIdempotencyKey()
  @DocumentsCreate()
  async createRegulations(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Identity() identity: TokenIdentity,
    @RequestContext() context: CommandContext,
    @JsonBody() body: unknown,
  ): Promise<string | readonly RegulationDto[] | DeletionPlanDto> {
    const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key']);
    const planOnly = wantsPlan(request.url, idempotencyKey !== undefined);
    const checked = await checkRegulationRequest(body, this.limits);
    requireScope(identity, SCOPE_OF[checked.regulationType]);
    const order = await unusableDestinations(
      this.catalog,
      identity.workspaceId,
      checked.destinationIds,
    );
    const charge = (): void => {
      this.callerLimits.charge('users', identity, reply, checked.users.length);
    };
    if (planOnly) {
      charge();
      void reply.status(200);
      return this.commands.plan({ context, request: checked, ...order });
    }
    const { accept, prefer } = request.headers;
    const wantRecords = prefersJson(accept) || asksForRepresentation(prefer?.toString());
    const { deadline } = context;
    const expected = { users: checked.users.length, deadline };
    // Before the users are charged: who gives up waiting has paid for none.
    const hasCome = wantRecords
      ? await this.answers.expectRecords(request, reply, expected)
      : undefined;
    try {
      charge();
      const { storedRequestId, records } = await this.commands.create({
        context,
        request: checked,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        wantRecords,
        ...order,
      });
      request.storedRequestId = storedRequestId;
      return wantRecords ? await writtenRecords(records ?? [], reply) : 'Created';
    } finally {
      hasCome?.();
    }
  }

  @Get()
  @AnswersPage()
  @ReadsQuery()
  @DocumentsList()
  @RequireScopes('regulations:read')
  async listRegulations(
    @Req() request: FastifyRequest,
    @RequestContext() context: CommandContext,
  ): Promise<RegulationPageDto> {
    const query = parseQuery(request.url);
    const page = await this.commands.list({ context, ...checkListQuery(query) });
    const next = page.nextCursor === undefined ? {} : { next: nextPage(query, page.nextCursor) };
    const isFull = showsIdentifiers(query);
    request.identifiersShown = isFull ? page.data.length : undefined;
    return { data: isFull ? [...page.data] : page.data.map(withMaskedIdentifiers), paging: next };
  }

  @Get(':id')
  @AnswersPage()
  @ReadsQuery()
  @DocumentsGet()
  @RequireScopes('regulations:read')
  async getRegulation(
    @Req() request: FastifyRequest,
    @RequestContext() context: CommandContext,
    @Param('id') id: string,
  ): Promise<RegulationDetailDto> {
    const isFull = checkIdentifiersQuery(request.url);
    const regulation = await this.commands.get({ context, id: knownForm(id) });
    request.identifiersShown = isFull ? 1 : undefined;
    return isFull ? regulation : withMaskedIdentifiers(regulation);
  }

  @Delete(':id')
  @ReadsQuery()
  @DocumentsCancel()
  @HttpCode(204)
  async cancelRegulation(
    @Req() request: FastifyRequest,
    @Identity() identity: TokenIdentity,
    @RequestContext() context: CommandContext,
    @Param('id') id: string,
  ): Promise<void> {
    const reason = checkCancelQuery(request.url);
    const allowedTypes = cancelableTypes(identity);
    await this.commands.cancel({ context, id: knownForm(id), allowedTypes, ...reason });
  }
}

/** Written here, in steps, where there are many. */
async function writtenRecords(
  records: readonly RegulationDto[],
  reply: FastifyReply,
): Promise<string | readonly RegulationDto[]> {
  if (!holdsLongList(records)) return records;
  void reply.type('application/json; charset=utf-8');
  return writeInSteps(records);
}

/** @throws LetheError `not_found` for what cannot be an id: nobody needs to be asked about it */
function knownForm(id: string): string {
  if (!UUID.test(id)) throw new LetheError('not_found');
  return id.toLowerCase();
}

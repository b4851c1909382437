import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import {
  LetheError,
  type CommandContext,
  type RegulationCommands,
  type RegulationDetailDto,
  type RegulationDto,
  type RegulationPageDto,
  type RegulationType,
  type RequestLimits,
  type Scope,
} from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import type { TokenIdentity } from '@lethe/catalog';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import { requireScope } from '../auth/scopes.js';
import { JsonBody } from '../http/json-body.decorator.js';
import { prefersJson } from '../http/prefers-json.js';
import { parseQuery } from '../http/query-string.js';
import { ReadsQuery, TakesIdempotencyKey } from '../http/without-effect.js';
import { REGULATION_COMMANDS, REQUEST_LIMITS } from '../tokens.js';
import { checkCancelQuery } from './check-cancel-query.js';
import { checkListQuery } from './check-list-query.js';
import { checkRegulationRequest } from './check-regulation-request.js';
import { readIdempotencyKey } from './idempotency-key.js';
import { nextPage } from './next-page.js';
import {
  DocumentsCancel,
  DocumentsCreate,
  DocumentsGet,
  DocumentsList,
} from './regulations.docs.js';

/** Milliseconds from a request's arrival to the moment after which nothing may start for it. */
const COMMAND_DEADLINE_MS = 30_000;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The scope that creating and cancelling a type takes. */
const SCOPE_OF = {
  suppress: 'regulations:suppress',
  suppress_with_delete: 'regulations:delete',
} as const satisfies Record<RegulationType, Scope>;

@Controller('v2/regulations')
export class RegulationsController {
  constructor(
    @Inject(REGULATION_COMMANDS) private readonly commands: RegulationCommands,
    @Inject(REQUEST_LIMITS) private readonly limits: RequestLimits,
  ) {}

  @Post()
  @TakesIdempotencyKey()
  @DocumentsCreate()
  async createRegulations(
    @Req() request: FastifyRequest,
    @Identity() identity: TokenIdentity,
    @JsonBody() body: unknown,
  ): Promise<string | readonly RegulationDto[]> {
    const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key']);
    const checked = checkRegulationRequest(body, this.limits);
    requireScope(identity, SCOPE_OF[checked.regulationType]);
    const wantRecords = prefersJson(request.headers.accept);
    const { storedRequestId, records } = await this.commands.create({
      context: contextOf(request, identity),
      request: checked,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      wantRecords,
    });
    request.storedRequestId = storedRequestId;
    return wantRecords ? (records ?? []) : 'Created';
  }

  @Get()
  @ReadsQuery()
  @DocumentsList()
  @RequireScopes('regulations:read')
  async listRegulations(
    @Req() request: FastifyRequest,
    @Identity() identity: TokenIdentity,
  ): Promise<RegulationPageDto> {
    const query = parseQuery(request.url);
    const page = await this.commands.list({
      context: contextOf(request, identity),
      ...checkListQuery(query),
    });
    const next = page.nextCursor === undefined ? {} : { next: nextPage(query, page.nextCursor) };
    return { data: [...page.data], paging: next };
  }

  @Get(':id')
  @DocumentsGet()
  @RequireScopes('regulations:read')
  async getRegulation(
    @Req() request: FastifyRequest,
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
  ): Promise<RegulationDetailDto> {
    return this.commands.get({ context: contextOf(request, identity), id: knownForm(id) });
  }

  @Delete(':id')
  @ReadsQuery()
  @DocumentsCancel()
  @HttpCode(204)
  async cancelRegulation(
    @Req() request: FastifyRequest,
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
  ): Promise<void> {
    const reason = checkCancelQuery(request.url);
    const allowedTypes = typesOf(identity);
    await this.commands.cancel({
      context: contextOf(request, identity),
      id: knownForm(id),
      allowedTypes,
      ...reason,
    });
  }
}

function contextOf(request: FastifyRequest, identity: TokenIdentity): CommandContext {
  return {
    requestId: request.id,
    deadline: Date.now() + COMMAND_DEADLINE_MS,
    workspaceId: identity.workspaceId,
    actor: identity.name,
  };
}

/** @throws LetheError `not_found` for what cannot be an id: nobody needs to be asked about it */
function knownForm(id: string): string {
  if (!UUID.test(id)) throw new LetheError('not_found');
  return id.toLowerCase();
}

/** @throws LetheError `insufficient_scope` when the token may cancel nothing at all */
function typesOf(identity: TokenIdentity): readonly RegulationType[] {
  const types = (Object.keys(SCOPE_OF) as RegulationType[]).filter((type) =>
    identity.scopes.includes(SCOPE_OF[type]),
  );
  if (types.length > 0) return types;
  throw new LetheError('insufficient_scope', {
    message: 'The token lacks the scopes regulations:suppress and regulations:delete.',
  });
}

import type { Readable } from 'node:stream';
import type { ImportDto, ImportPageDto } from '@lethe/api';
import type { TokenIdentity } from '@lethe/catalog';
import {
  ID_PATTERN,
  LetheError,
  type CommandContext,
  type ImportCommands,
  type ImportRecord,
  type RequestLimits,
  type Scope,
} from '@lethe/contracts';
import { Controller, Get, HttpCode, Inject, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import { RequestContext } from '../auth/request-context.decorator.js';
import { requireScope, RequireScopes } from '../auth/require-scopes.decorator.js';
import { requestLimits, type GatewaySettings } from '../gateway.config.js';
import { AnswersPage } from '../http/answer/page.interceptor.js';
import { Drain } from '../http/drain.js';
import { parseQuery } from '../http/request/query-string.js';
import { ReadsQuery } from '../http/request/without-effect.js';
import { CATALOG, GATEWAY_SETTINGS, SERVICE_COMMANDS } from '../injection-tokens.js';
import { SCOPE_OF } from '../regulations/scopes-of-types.js';
import { unusableDestinations, type OrderCatalog } from '../regulations/unusable-destinations.js';
import { checkImportQuery, checkImportsQuery, checkRefusalsQuery } from './check-import-query.js';
import {
  DocumentsAppend,
  DocumentsBegin,
  DocumentsCancelImport,
  DocumentsGetImport,
  DocumentsListImports,
  DocumentsRefusals,
} from './imports.docs.js';
import { receiveFile } from './receive-file.js';
import { unlessForeign } from './refuse-foreign-files.js';
import { refusalsAsCsv } from './send-refusals.js';
import { assertPart, readFormat, readOffset, readUploadHeaders } from './upload-headers.js';

/** Files of users. What is in them never stands in a path or a query. */
@Controller('v2/imports')
export class ImportsController {
  private readonly limits: RequestLimits;

  constructor(
    @Inject(SERVICE_COMMANDS) private readonly imports: ImportCommands,
    @Inject(CATALOG) private readonly catalog: OrderCatalog,
    @Inject(Drain) private readonly drain: Drain,
    @Inject(GATEWAY_SETTINGS) config: GatewaySettings,
  ) {
    this.limits = requestLimits(config);
  }

  @Post()
  @RouteConfig({ streamsBody: true, readsQuery: true })
  @DocumentsBegin()
  async createImport(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Identity() identity: TokenIdentity,
    @RequestContext() context: CommandContext,
  ): Promise<ImportDto> {
    const asked = await checkImportQuery(request.url, this.limits, () => readFormat(request));
    const headers = readUploadHeaders(request);
    const scope = SCOPE_OF[asked.regulationType];
    requireScope(identity, scope);
    const begunAt = Date.now();
    const { totalBytes } = headers;
    const { id } = await unlessForeign(request.raw, async () =>
      this.imports.createImport({
        context: { ...context, deadline: context.deadline + Date.now() - begunAt },
        ...(await unusableDestinations(this.catalog, identity.workspaceId, asked.destinationIds)),
        request: { ...asked, ...(totalBytes === undefined ? {} : { totalBytes }) },
      }),
    );
    reply.header('location', `/v2/imports/${id}`);
    return this.receive(request, { ...headers, context, id, offset: 0 }, scope);
  }

  @Patch(':id')
  @RouteConfig({ streamsBody: true })
  @DocumentsAppend()
  async continueImport(
    @Req() request: FastifyRequest,
    @Identity() identity: TokenIdentity,
    @RequestContext() context: CommandContext,
    @Param('id') id: string,
  ): Promise<ImportDto> {
    assertPart(request);
    const headers = readUploadHeaders(request);
    const offset = readOffset(request);
    const scope = await this.requireScopeOf(identity, context, id);
    if (offset === 0) await unlessForeign(request.raw, () => Promise.resolve());
    return this.receive(request, { ...headers, context, id, offset }, scope);
  }

  @Get()
  @AnswersPage()
  @ReadsQuery()
  @DocumentsListImports()
  @RequireScopes('regulations:read')
  async listImports(
    @Req() request: FastifyRequest,
    @RequestContext() context: CommandContext,
  ): Promise<ImportPageDto> {
    const asked = checkImportsQuery(parseQuery(request.url));
    const { data, nextCursor } = await this.imports.listImports({ context, ...asked });
    if (nextCursor === undefined) return { data, paging: {} };
    const { limit } = asked;
    return { data, paging: { next: `/v2/imports?after_cursor=${nextCursor}&limit=${limit}` } };
  }

  @Get(':id')
  @DocumentsGetImport()
  @RequireScopes('regulations:read')
  getImport(
    @RequestContext() context: CommandContext,
    @Param('id') id: string,
  ): Promise<ImportDto> {
    return this.imports.getImport({ context, id: knownForm(id) });
  }

  @Get(':id/refusals')
  @AnswersPage()
  @ReadsQuery()
  @DocumentsRefusals()
  @RequireScopes('regulations:read')
  async getImportRefusals(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @RequestContext() context: CommandContext,
    @Param('id') id: string,
  ): Promise<Readable> {
    const wanted = checkRefusalsQuery(parseQuery(request.url));
    const csv = await refusalsAsCsv(this.imports, context, knownForm(id), wanted, (rows) => {
      request.identifiersShown = (request.identifiersShown ?? 0) + rows;
    });
    void reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${id}-refusals.csv"`);
    return csv;
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @DocumentsCancelImport()
  async cancelImport(
    @Identity() identity: TokenIdentity,
    @RequestContext() context: CommandContext,
    @Param('id') id: string,
  ): Promise<ImportDto> {
    await this.requireScopeOf(identity, context, id);
    return this.imports.cancelImport({ context, id: knownForm(id) });
  }

  /** Who may make what an import makes may go on with it, and end it. @returns the scope that it takes */
  private async requireScopeOf(
    identity: TokenIdentity,
    context: CommandContext,
    id: string,
  ): Promise<Scope> {
    const { regulationType } = await this.imports.getImport({ context, id: knownForm(id) });
    const scope = SCOPE_OF[regulationType];
    requireScope(identity, scope);
    return scope;
  }

  private receive(
    request: FastifyRequest,
    receiving: Pick<
      Parameters<typeof receiveFile>[1],
      'context' | 'id' | 'offset' | 'isComplete' | 'totalBytes'
    >,
    scope: Scope,
  ): Promise<ImportRecord> {
    return receiveFile(request.raw, {
      ...receiving,
      imports: this.imports,
      requireCaller: async () => {
        const identity = await request.identifyAgain?.();
        if (identity === undefined) throw new LetheError('unauthorized');
        requireScope(identity, scope);
      },
      isStopping: () => this.drain.closesConnections,
    });
  }
}

/** @throws LetheError `not_found` for what cannot be an id: nobody needs to be asked about it */
function knownForm(id: string): string {
  if (!ID_PATTERN.test(id)) throw new LetheError('not_found');
  return id;
}

import { LetheError, type SourceAnswerDto, type SourcePageDto } from '@lethe/contracts';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import type { TokenIdentity } from '@lethe/catalog';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import { ReadsQuery } from '../http/without-effect.js';
import { sendVersion } from '../management/if-match.js';
import { CATALOG } from '../tokens.js';
import type { Catalog } from './catalog.js';
import { pagingOf, readPage } from './lookup-page.js';
import { DocumentsSource, DocumentsSources } from './lookups.docs.js';
import { toSourceDto } from './lookup.mapper.js';

@Controller('v2/sources')
export class SourcesController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Get()
  @ReadsQuery()
  @DocumentsSources()
  @RequireScopes('catalog:read')
  async listSources(
    @Req() request: FastifyRequest,
    @Identity() identity: TokenIdentity,
  ): Promise<SourcePageDto> {
    const page = readPage(request.url);
    const { items, total } = await this.catalog.listSources(identity.workspaceId, page);
    return {
      sources: items.map((source) => toSourceDto(source, mayWrite(identity))),
      paging: pagingOf('/v2/sources', page, total),
    };
  }

  @Get(':id')
  @DocumentsSource()
  @RequireScopes('catalog:read')
  async getSource(
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SourceAnswerDto> {
    const source = await this.catalog.findSource(identity.workspaceId, id);
    if (source === undefined) throw new LetheError('not_found');
    sendVersion(reply, source);
    return { source: toSourceDto(source, mayWrite(identity)) };
  }
}

function mayWrite(identity: TokenIdentity): boolean {
  return identity.scopes.includes('catalog:write');
}

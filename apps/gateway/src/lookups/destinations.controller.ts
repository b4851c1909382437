import { LetheError, type DestinationAnswerDto, type DestinationPageDto } from '@lethe/contracts';
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
import { DocumentsDestination, DocumentsDestinations } from './lookups.docs.js';
import { toDestinationDto } from './lookup.mapper.js';

@Controller('v2/destinations')
export class DestinationsController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Get()
  @ReadsQuery()
  @DocumentsDestinations()
  @RequireScopes('catalog:read')
  async listDestinations(
    @Req() request: FastifyRequest,
    @Identity() identity: TokenIdentity,
  ): Promise<DestinationPageDto> {
    const page = readPage(request.url);
    const { items, total } = await this.catalog.listDestinations(identity.workspaceId, page);
    return {
      destinations: items.map((destination) => toDestinationDto(destination)),
      paging: pagingOf('/v2/destinations', page, total),
    };
  }

  @Get(':id')
  @DocumentsDestination()
  @RequireScopes('catalog:read')
  async getDestination(
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DestinationAnswerDto> {
    const destination = await this.catalog.findDestination(identity.workspaceId, id);
    if (destination === undefined) throw new LetheError('not_found');
    sendVersion(reply, destination);
    return { destination: toDestinationDto(destination) };
  }
}

import type { CatalogDestination, TokenIdentity } from '@lethe/catalog';
import { LetheError, type TransformationLinkAnswerDto } from '@lethe/contracts';
import { Controller, Delete, Get, HttpCode, Inject, Param, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import { JsonBody } from '../http/json-body.decorator.js';
import { DestinationEditing } from './destination-editing.js';
import { readIfMatch, sendVersion } from './if-match.js';
import { LINK_INPUT } from './inputs.js';
import { DocumentsDeletion, DocumentsReading, DocumentsReplacement } from './management.docs.js';
import { LINK_DOCS } from './management.examples.js';
import { readInput } from './read-input.js';

/** Versions here are those of the destination: the connection is a part of it. */
@Controller('v2/destinations/:id/transformation')
export class DestinationTransformationController {
  constructor(@Inject(DestinationEditing) private readonly destinations: DestinationEditing) {}

  @Get()
  @DocumentsReading(LINK_DOCS)
  @RequireScopes('catalog:read')
  async getDestinationTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TransformationLinkAnswerDto> {
    return answer(await this.destinations.find(workspaceId, id), reply);
  }

  @Put()
  @DocumentsReplacement(LINK_DOCS)
  @RequireScopes('catalog:write')
  async connectTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TransformationLinkAnswerDto> {
    const { id: transformationId } = readInput(body, LINK_INPUT);
    const precondition = readIfMatch(request);
    return answer(
      await this.destinations.connect(workspaceId, id, precondition, transformationId),
      reply,
    );
  }

  @Delete()
  @HttpCode(204)
  @DocumentsDeletion(LINK_DOCS)
  @RequireScopes('catalog:write')
  async disconnectTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.destinations.connect(workspaceId, id, readIfMatch(request), undefined);
  }
}

function answer(
  destination: CatalogDestination | undefined,
  reply: FastifyReply,
): TransformationLinkAnswerDto {
  if (destination?.transformationId === undefined) throw new LetheError('not_found');
  sendVersion(reply, destination);
  return { transformation: { id: destination.transformationId } };
}

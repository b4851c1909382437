import type { TokenIdentity } from '@lethe/catalog';
import type { DestinationAnswerDto } from '@lethe/contracts';
import { Controller, Delete, HttpCode, Inject, Param, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import { JsonBody } from '../http/json-body.decorator.js';
import { toDestinationDto } from '../lookups/lookup.mapper.js';
import { DestinationEditing } from './destination-editing.js';
import { readIfMatch, sendCreated, sendVersion } from './if-match.js';
import { DESTINATION_INPUT } from './inputs.js';
import { DocumentsCreation, DocumentsDeletion, DocumentsReplacement } from './management.docs.js';
import { DESTINATION_DOCS } from './management.examples.js';
import { readInput } from './read-input.js';

@Controller('v2/destinations')
export class DestinationEditingController {
  constructor(@Inject(DestinationEditing) private readonly destinations: DestinationEditing) {}

  @Post()
  @DocumentsCreation(DESTINATION_DOCS)
  @RequireScopes('catalog:write')
  async createDestination(
    @Identity() { workspaceId }: TokenIdentity,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DestinationAnswerDto> {
    const input = readInput(body, DESTINATION_INPUT);
    const destination = await this.destinations.create(workspaceId, input);
    sendCreated(reply, '/v2/destinations', destination);
    return { destination: toDestinationDto(destination) };
  }

  @Put(':id')
  @DocumentsReplacement(DESTINATION_DOCS)
  @RequireScopes('catalog:write')
  async replaceDestination(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DestinationAnswerDto> {
    const input = readInput(body, DESTINATION_INPUT, id);
    const precondition = readIfMatch(request);
    const destination = await this.destinations.replace(workspaceId, id, precondition, input);
    sendVersion(reply, destination);
    return { destination: toDestinationDto(destination) };
  }

  @Delete(':id')
  @HttpCode(204)
  @DocumentsDeletion(DESTINATION_DOCS, 'Deletions that wait at it are aborted.', 'outcome_unknown')
  @RequireScopes('catalog:write')
  async deleteDestination(
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.destinations.remove(identity, id, readIfMatch(request), request.id);
  }
}

import type { TokenIdentity } from '@lethe/catalog';
import type { SourceAnswerDto } from '@lethe/contracts';
import { Controller, Delete, HttpCode, Inject, Param, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import { JsonBody } from '../http/json-body.decorator.js';
import { toSourceDto } from '../lookups/lookup.mapper.js';
import { CATALOG_EDITOR } from '../tokens.js';
import { invalidMember } from './check-destination.js';
import type { EditableCatalog } from './editable-catalog.js';
import { readIfMatch, sendCreated, sendVersion } from './if-match.js';
import { SOURCE_INPUT, toSourceValues } from './inputs.js';
import { DocumentsCreation, DocumentsDeletion, DocumentsReplacement } from './management.docs.js';
import { SOURCE_DOCS } from './management.examples.js';
import { readInput } from './read-input.js';

const MADE_HERE =
  'is made by Lethe and cannot be chosen: leave it out, or send the one that the source has';

@Controller('v2/sources')
export class SourceEditingController {
  constructor(@Inject(CATALOG_EDITOR) private readonly catalog: EditableCatalog) {}

  @Post()
  @DocumentsCreation(SOURCE_DOCS)
  @RequireScopes('catalog:write')
  async createSource(
    @Identity() { workspaceId }: TokenIdentity,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SourceAnswerDto> {
    const input = readInput(body, SOURCE_INPUT);
    if (input.writeKey !== undefined) throw invalidMember('writeKey', MADE_HERE);
    const source = await this.catalog.sources.create(workspaceId, input.id, toSourceValues(input));
    sendCreated(reply, '/v2/sources', source);
    return { source: toSourceDto(source, true) };
  }

  @Put(':id')
  @DocumentsReplacement(SOURCE_DOCS)
  @RequireScopes('catalog:write')
  async replaceSource(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SourceAnswerDto> {
    const values = toSourceValues(readInput(body, SOURCE_INPUT, id));
    const source = await this.catalog.sources.replace(
      workspaceId,
      id,
      readIfMatch(request),
      (current) => {
        // Any other one is refused, whether somebody has it or not: the answer must not tell.
        const { writeKey = current.writeKey } = values;
        if (writeKey !== current.writeKey) throw invalidMember('writeKey', MADE_HERE);
        return values;
      },
    );
    sendVersion(reply, source);
    return { source: toSourceDto(source, true) };
  }

  @Delete(':id')
  @HttpCode(204)
  @DocumentsDeletion(SOURCE_DOCS)
  @RequireScopes('catalog:write')
  async deleteSource(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.catalog.sources.remove(workspaceId, id, readIfMatch(request));
  }
}

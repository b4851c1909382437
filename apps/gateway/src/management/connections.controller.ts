import type { TokenIdentity } from '@lethe/catalog';
import { LetheError, type ConnectionAnswerDto, type ConnectionPageDto } from '@lethe/contracts';
import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Req,
  Res,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import { JsonBody } from '../http/json-body.decorator.js';
import { ReadsQuery } from '../http/without-effect.js';
import { pagingOf, readPage } from '../lookups/lookup-page.js';
import { CATALOG_EDITOR } from '../tokens.js';
import type { EditableCatalog } from './editable-catalog.js';
import { readIfMatch, sendCreated, sendVersion } from './if-match.js';
import { CONNECTION_INPUT, toConnectionValues } from './inputs.js';
import {
  DocumentsCreation,
  DocumentsDeletion,
  DocumentsList,
  DocumentsReading,
  DocumentsReplacement,
} from './management.docs.js';
import { CONNECTION_DOCS } from './management.examples.js';
import { toConnectionDto } from './management.mapper.js';
import { readInput } from './read-input.js';

const PATH = '/v2/connections';

@Controller('v2/connections')
export class ConnectionsController {
  constructor(@Inject(CATALOG_EDITOR) private readonly catalog: EditableCatalog) {}

  @Get()
  @ReadsQuery()
  @DocumentsList(CONNECTION_DOCS)
  @RequireScopes('catalog:read')
  async listConnections(
    @Req() request: FastifyRequest,
    @Identity() { workspaceId }: TokenIdentity,
  ): Promise<ConnectionPageDto> {
    const page = readPage(request.url);
    const { items, total } = await this.catalog.connections.page(workspaceId, page);
    return { connections: items.map(toConnectionDto), paging: pagingOf(PATH, page, total) };
  }

  @Get(':id')
  @DocumentsReading(CONNECTION_DOCS)
  @RequireScopes('catalog:read')
  async getConnection(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ConnectionAnswerDto> {
    const connection = await this.catalog.connections.find(workspaceId, id);
    if (connection === undefined) throw new LetheError('not_found');
    sendVersion(reply, connection);
    return { connection: toConnectionDto(connection) };
  }

  @Post()
  @DocumentsCreation(CONNECTION_DOCS)
  @RequireScopes('catalog:write')
  async createConnection(
    @Identity() { workspaceId }: TokenIdentity,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ConnectionAnswerDto> {
    const input = readInput(body, CONNECTION_INPUT);
    const values = toConnectionValues(input);
    const connection = await this.catalog.connections.create(workspaceId, input.id, values);
    sendCreated(reply, PATH, connection);
    return { connection: toConnectionDto(connection) };
  }

  @Put(':id')
  @DocumentsReplacement(CONNECTION_DOCS)
  @RequireScopes('catalog:write')
  async replaceConnection(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ConnectionAnswerDto> {
    const values = toConnectionValues(readInput(body, CONNECTION_INPUT, id));
    const precondition = readIfMatch(request);
    const change = () => values;
    const connection = await this.catalog.connections.replace(
      workspaceId,
      id,
      precondition,
      change,
    );
    sendVersion(reply, connection);
    return { connection: toConnectionDto(connection) };
  }

  @Delete(':id')
  @HttpCode(204)
  @DocumentsDeletion(CONNECTION_DOCS)
  @RequireScopes('catalog:write')
  async deleteConnection(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.catalog.connections.remove(workspaceId, id, readIfMatch(request));
  }
}

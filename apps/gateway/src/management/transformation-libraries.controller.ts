import type { TokenIdentity } from '@lethe/catalog';
import { LetheError, type LibraryAnswerDto, type LibraryPageDto } from '@lethe/contracts';
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
import { MODULE_INPUT, toModuleValues } from './inputs.js';
import {
  DocumentsCreation,
  DocumentsDeletion,
  DocumentsList,
  DocumentsReading,
  DocumentsReplacement,
} from './management.docs.js';
import { LIBRARY_DOCS } from './management.examples.js';
import { toModuleDto } from './management.mapper.js';
import { readInput } from './read-input.js';

const PATH = '/transformation-libraries';

@Controller('transformation-libraries')
export class TransformationLibrariesController {
  constructor(@Inject(CATALOG_EDITOR) private readonly catalog: EditableCatalog) {}

  @Get()
  @ReadsQuery()
  @DocumentsList(LIBRARY_DOCS)
  @RequireScopes('catalog:read')
  async listLibraries(
    @Req() request: FastifyRequest,
    @Identity() { workspaceId }: TokenIdentity,
  ): Promise<LibraryPageDto> {
    const page = readPage(request.url);
    const { items, total } = await this.catalog.libraries.page(workspaceId, page);
    return { libraries: items.map(toModuleDto), paging: pagingOf(PATH, page, total) };
  }

  @Get(':id')
  @DocumentsReading(LIBRARY_DOCS)
  @RequireScopes('catalog:read')
  async getLibrary(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LibraryAnswerDto> {
    const library = await this.catalog.libraries.find(workspaceId, id);
    if (library === undefined) throw new LetheError('not_found');
    sendVersion(reply, library);
    return { library: toModuleDto(library) };
  }

  @Post()
  @DocumentsCreation(LIBRARY_DOCS)
  @RequireScopes('catalog:write')
  async createLibrary(
    @Identity() { workspaceId }: TokenIdentity,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LibraryAnswerDto> {
    const input = readInput(body, MODULE_INPUT);
    const values = toModuleValues(input);
    const library = await this.catalog.libraries.create(workspaceId, input.id, values);
    sendCreated(reply, PATH, library);
    return { library: toModuleDto(library) };
  }

  @Put(':id')
  @DocumentsReplacement(LIBRARY_DOCS)
  @RequireScopes('catalog:write')
  async replaceLibrary(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LibraryAnswerDto> {
    const values = toModuleValues(readInput(body, MODULE_INPUT, id));
    const precondition = readIfMatch(request);
    const change = () => values;
    const library = await this.catalog.libraries.replace(workspaceId, id, precondition, change);
    sendVersion(reply, library);
    return { library: toModuleDto(library) };
  }

  @Delete(':id')
  @HttpCode(204)
  @DocumentsDeletion(LIBRARY_DOCS)
  @RequireScopes('catalog:write')
  async deleteLibrary(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.catalog.libraries.remove(workspaceId, id, readIfMatch(request));
  }
}

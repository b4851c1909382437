import type { TokenIdentity } from '@lethe/catalog';
import {
  LetheError,
  type TransformationAnswerDto,
  type TransformationPageDto,
} from '@lethe/contracts';
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
import { TRANSFORMATION_DOCS } from './management.examples.js';
import { toModuleDto } from './management.mapper.js';
import { readInput } from './read-input.js';

const PATH = '/transformations';

@Controller('transformations')
export class TransformationsController {
  constructor(@Inject(CATALOG_EDITOR) private readonly catalog: EditableCatalog) {}

  @Get()
  @ReadsQuery()
  @DocumentsList(TRANSFORMATION_DOCS)
  @RequireScopes('catalog:read')
  async listTransformations(
    @Req() request: FastifyRequest,
    @Identity() { workspaceId }: TokenIdentity,
  ): Promise<TransformationPageDto> {
    const page = readPage(request.url);
    const { items, total } = await this.catalog.transformations.page(workspaceId, page);
    return { transformations: items.map(toModuleDto), paging: pagingOf(PATH, page, total) };
  }

  @Get(':id')
  @DocumentsReading(TRANSFORMATION_DOCS)
  @RequireScopes('catalog:read')
  async getTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TransformationAnswerDto> {
    const transformation = await this.catalog.transformations.find(workspaceId, id);
    if (transformation === undefined) throw new LetheError('not_found');
    sendVersion(reply, transformation);
    return { transformation: toModuleDto(transformation) };
  }

  @Post()
  @DocumentsCreation(TRANSFORMATION_DOCS)
  @RequireScopes('catalog:write')
  async createTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TransformationAnswerDto> {
    const input = readInput(body, MODULE_INPUT);
    const values = toModuleValues(input);
    const transformation = await this.catalog.transformations.create(workspaceId, input.id, values);
    sendCreated(reply, PATH, transformation);
    return { transformation: toModuleDto(transformation) };
  }

  @Put(':id')
  @DocumentsReplacement(TRANSFORMATION_DOCS)
  @RequireScopes('catalog:write')
  async replaceTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TransformationAnswerDto> {
    const values = toModuleValues(readInput(body, MODULE_INPUT, id));
    const precondition = readIfMatch(request);
    const change = () => values;
    const transformation = await this.catalog.transformations.replace(
      workspaceId,
      id,
      precondition,
      change,
    );
    sendVersion(reply, transformation);
    return { transformation: toModuleDto(transformation) };
  }

  @Delete(':id')
  @HttpCode(204)
  @DocumentsDeletion(TRANSFORMATION_DOCS)
  @RequireScopes('catalog:write')
  async deleteTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.catalog.transformations.remove(workspaceId, id, readIfMatch(request));
  }
}

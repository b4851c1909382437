import type { CatalogEditor, Precondition, TokenIdentity } from '@lethe/catalog';
import type {
  TransformationAnswerDto,
  TransformationInputDto,
  TransformationPageDto,
} from '@lethe/api';
import { Controller, Delete, Get, Inject, Param, Patch, Post, Put } from '@nestjs/common';
import { Identity } from '../../auth/identity.decorator.js';
import { CATALOG_EDITOR } from '../../injection-tokens.js';
import {
  CreateOperation,
  DeleteOperation,
  ListOperation,
  PatchOperation,
  ReadOperation,
  ReplaceOperation,
} from '../catalog-operation.decorator.js';
import { toModuleValues } from '../code-module.js';
import { changeItem } from '../change-item.js';
import { IfMatch } from '../../http/request/if-match.js';
import { InputOf, PatchOf, ReplacementOf, type Change } from '../input.decorator.js';
import { PageQuery, type Page } from '../page.decorator.js';
import { answerOf, type VersionedAnswer } from '../version.interceptor.js';
import {
  TRANSFORMATION,
  toTransformationAnswer,
  toTransformationDto,
} from './transformation.resource.js';

@Controller('transformations')
export class TransformationsController {
  constructor(@Inject(CATALOG_EDITOR) private readonly catalog: CatalogEditor) {}

  @Get()
  @ListOperation(TRANSFORMATION)
  async listTransformations(
    @Identity() { workspaceId }: TokenIdentity,
    @PageQuery() page: Page,
  ): Promise<TransformationPageDto> {
    const listed = await this.catalog.transformations.page(workspaceId, page.wanted);
    return { transformations: listed.items.map(toTransformationDto), paging: page.paging(listed) };
  }

  @Get(':id')
  @ReadOperation(TRANSFORMATION)
  async getTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
  ): Promise<VersionedAnswer<TransformationAnswerDto>> {
    return answerOf(
      await this.catalog.transformations.find(workspaceId, id),
      toTransformationAnswer,
    );
  }

  @Post()
  @CreateOperation(TRANSFORMATION)
  async createTransformation(
    @Identity() { workspaceId, name }: TokenIdentity,
    @InputOf(TRANSFORMATION) input: TransformationInputDto,
  ): Promise<VersionedAnswer<TransformationAnswerDto>> {
    const values = toModuleValues(input);
    return answerOf(
      await this.catalog.transformations.create(workspaceId, input.id, values, name),
      toTransformationAnswer,
    );
  }

  @Put(':id')
  @ReplaceOperation(TRANSFORMATION)
  replaceTransformation(
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
    @ReplacementOf(TRANSFORMATION) change: Change<TransformationInputDto>,
  ): Promise<VersionedAnswer<TransformationAnswerDto>> {
    return changeItem(this.kind, identity, id, change);
  }

  @Patch(':id')
  @PatchOperation(TRANSFORMATION)
  patchTransformation(
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
    @PatchOf(TRANSFORMATION) change: Change<TransformationInputDto>,
  ): Promise<VersionedAnswer<TransformationAnswerDto>> {
    return changeItem(this.kind, identity, id, change);
  }

  @Delete(':id')
  @DeleteOperation(TRANSFORMATION)
  deleteTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<void> {
    return this.catalog.transformations.remove(workspaceId, id, precondition);
  }

  private get kind() {
    return {
      table: this.catalog.transformations,
      toDto: toTransformationDto,
      toValues: toModuleValues,
      toAnswer: toTransformationAnswer,
    };
  }
}

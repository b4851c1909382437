import type { CatalogEditor, CatalogModule, Precondition, TokenIdentity } from '@lethe/catalog';
import type {
  TransformationAnswerDto,
  ModuleInputDto,
  TransformationPageDto,
} from '@lethe/api-contracts';
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
import { toModuleDto, toModuleValues } from '../code-module.js';
import { IfMatch } from '../if-match.js';
import {
  InputOf,
  PatchOf,
  ReplacementOf,
  type Patch as PatchIn,
  type Replacement,
} from '../input.decorator.js';
import { PageQuery, type Page } from '../page.decorator.js';
import { answerOf, type VersionedAnswer } from '../version.interceptor.js';
import { TRANSFORMATION } from './transformation.resource.js';

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
    return { transformations: listed.items.map(toModuleDto), paging: page.paging(listed) };
  }

  @Get(':id')
  @ReadOperation(TRANSFORMATION)
  async getTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
  ): Promise<VersionedAnswer<TransformationAnswerDto>> {
    return answerOf(await this.catalog.transformations.find(workspaceId, id), toAnswer);
  }

  @Post()
  @CreateOperation(TRANSFORMATION)
  async createTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @InputOf(TRANSFORMATION) input: ModuleInputDto,
  ): Promise<VersionedAnswer<TransformationAnswerDto>> {
    const values = toModuleValues(input);
    return answerOf(
      await this.catalog.transformations.create(workspaceId, input.id, values),
      toAnswer,
    );
  }

  @Put(':id')
  @ReplaceOperation(TRANSFORMATION)
  async replaceTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @ReplacementOf(TRANSFORMATION) { input, precondition }: Replacement<ModuleInputDto>,
  ): Promise<VersionedAnswer<TransformationAnswerDto>> {
    return this.change(workspaceId, id, precondition, () => input);
  }

  @Patch(':id')
  @PatchOperation(TRANSFORMATION)
  async patchTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @PatchOf(TRANSFORMATION) { toInput, precondition }: PatchIn<ModuleInputDto>,
  ): Promise<VersionedAnswer<TransformationAnswerDto>> {
    return this.change(workspaceId, id, precondition, (current) => toInput(toModuleDto(current)));
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

  private async change(
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
    inputOf: (current: CatalogModule) => ModuleInputDto,
  ): Promise<VersionedAnswer<TransformationAnswerDto>> {
    const change = (current: CatalogModule) => toModuleValues(inputOf(current));
    return answerOf(
      await this.catalog.transformations.replace(workspaceId, id, precondition, change),
      toAnswer,
    );
  }
}

function toAnswer(transformation: CatalogModule): TransformationAnswerDto {
  return { transformation: toModuleDto(transformation) };
}

import type { CatalogEditor, CatalogModule, Precondition, TokenIdentity } from '@lethe/catalog';
import type { LibraryAnswerDto, LibraryPageDto, ModuleInputDto } from '@lethe/api-contracts';
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
import { LIBRARY } from './library.resource.js';

@Controller('transformation-libraries')
export class TransformationLibrariesController {
  constructor(@Inject(CATALOG_EDITOR) private readonly catalog: CatalogEditor) {}

  @Get()
  @ListOperation(LIBRARY)
  async listLibraries(
    @Identity() { workspaceId }: TokenIdentity,
    @PageQuery() page: Page,
  ): Promise<LibraryPageDto> {
    const listed = await this.catalog.libraries.page(workspaceId, page.wanted);
    return { libraries: listed.items.map(toModuleDto), paging: page.paging(listed) };
  }

  @Get(':id')
  @ReadOperation(LIBRARY)
  async getLibrary(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
  ): Promise<VersionedAnswer<LibraryAnswerDto>> {
    return answerOf(await this.catalog.libraries.find(workspaceId, id), toAnswer);
  }

  @Post()
  @CreateOperation(LIBRARY)
  async createLibrary(
    @Identity() { workspaceId }: TokenIdentity,
    @InputOf(LIBRARY) input: ModuleInputDto,
  ): Promise<VersionedAnswer<LibraryAnswerDto>> {
    const values = toModuleValues(input);
    return answerOf(await this.catalog.libraries.create(workspaceId, input.id, values), toAnswer);
  }

  @Put(':id')
  @ReplaceOperation(LIBRARY)
  async replaceLibrary(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @ReplacementOf(LIBRARY) { input, precondition }: Replacement<ModuleInputDto>,
  ): Promise<VersionedAnswer<LibraryAnswerDto>> {
    return this.change(workspaceId, id, precondition, () => input);
  }

  @Patch(':id')
  @PatchOperation(LIBRARY)
  async patchLibrary(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @PatchOf(LIBRARY) { toInput, precondition }: PatchIn<ModuleInputDto>,
  ): Promise<VersionedAnswer<LibraryAnswerDto>> {
    return this.change(workspaceId, id, precondition, (current) => toInput(toModuleDto(current)));
  }

  @Delete(':id')
  @DeleteOperation(LIBRARY)
  deleteLibrary(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<void> {
    return this.catalog.libraries.remove(workspaceId, id, precondition);
  }

  private async change(
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
    inputOf: (current: CatalogModule) => ModuleInputDto,
  ): Promise<VersionedAnswer<LibraryAnswerDto>> {
    const change = (current: CatalogModule) => toModuleValues(inputOf(current));
    return answerOf(
      await this.catalog.libraries.replace(workspaceId, id, precondition, change),
      toAnswer,
    );
  }
}

function toAnswer(library: CatalogModule): LibraryAnswerDto {
  return { library: toModuleDto(library) };
}

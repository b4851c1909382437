import type { CatalogEditor, CatalogModule, Precondition, TokenIdentity } from '@lethe/catalog';
import type { LibraryAnswerDto, LibraryPageDto, ModuleInputDto } from '@lethe/api';
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
import { changeItem } from '../change-item.js';
import { IfMatch } from '../../http/request/if-match.js';
import { InputOf, PatchOf, ReplacementOf, type Change } from '../input.decorator.js';
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
  replaceLibrary(
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
    @ReplacementOf(LIBRARY) change: Change<ModuleInputDto>,
  ): Promise<VersionedAnswer<LibraryAnswerDto>> {
    return changeItem(this.kind, identity, id, change);
  }

  @Patch(':id')
  @PatchOperation(LIBRARY)
  patchLibrary(
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
    @PatchOf(LIBRARY) change: Change<ModuleInputDto>,
  ): Promise<VersionedAnswer<LibraryAnswerDto>> {
    return changeItem(this.kind, identity, id, change);
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

  private get kind() {
    return {
      table: this.catalog.libraries,
      toDto: toModuleDto,
      toValues: toModuleValues,
      toAnswer,
    };
  }
}

function toAnswer(library: CatalogModule): LibraryAnswerDto {
  return { library: toModuleDto(library) };
}

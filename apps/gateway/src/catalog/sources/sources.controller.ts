import type {
  CatalogEditor,
  CatalogSource,
  Precondition,
  SourceValues,
  TokenIdentity,
} from '@lethe/catalog';
import type { SourceAnswerDto, SourceDto, SourceInputDto, SourcePageDto } from '@lethe/api';
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
import { changeItem } from '../change-item.js';
import { IfMatch } from '../../http/request/if-match.js';
import { InputOf, invalidMember, PatchOf, ReplacementOf, type Change } from '../input.decorator.js';
import { PageQuery, type Page } from '../page.decorator.js';
import { answerOf, type VersionedAnswer } from '../version.interceptor.js';
import { SOURCE, toSourceDto, toSourceValues } from './source.resource.js';

const MADE_HERE =
  'is made by Lethe and cannot be chosen: leave it out, or send the one that the source has';

@Controller('v2/sources')
export class SourcesController {
  constructor(@Inject(CATALOG_EDITOR) private readonly catalog: CatalogEditor) {}

  @Get()
  @ListOperation(SOURCE)
  async listSources(
    @Identity() identity: TokenIdentity,
    @PageQuery() page: Page,
  ): Promise<SourcePageDto> {
    const listed = await this.catalog.sources.page(identity.workspaceId, page.wanted);
    return {
      sources: listed.items.map((source) => toSourceDto(source, mayWrite(identity))),
      paging: page.paging(listed),
    };
  }

  @Get(':id')
  @ReadOperation(SOURCE)
  async getSource(
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
  ): Promise<VersionedAnswer<SourceAnswerDto>> {
    const source = await this.catalog.sources.find(identity.workspaceId, id);
    return answerOf(source, (found) => ({ source: toSourceDto(found, mayWrite(identity)) }));
  }

  @Post()
  @CreateOperation(SOURCE)
  async createSource(
    @Identity() { workspaceId }: TokenIdentity,
    @InputOf(SOURCE) input: SourceInputDto,
  ): Promise<VersionedAnswer<SourceAnswerDto>> {
    if (input.writeKey !== undefined) throw invalidMember('writeKey', MADE_HERE);
    const values = toSourceValues(input);
    return answerOf(await this.catalog.sources.create(workspaceId, input.id, values), toAnswer);
  }

  @Put(':id')
  @ReplaceOperation(SOURCE)
  replaceSource(
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
    @ReplacementOf(SOURCE) change: Change<SourceInputDto>,
  ): Promise<VersionedAnswer<SourceAnswerDto>> {
    return changeItem(this.kind, identity, id, change);
  }

  @Patch(':id')
  @PatchOperation(SOURCE)
  patchSource(
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
    @PatchOf(SOURCE) change: Change<SourceInputDto>,
  ): Promise<VersionedAnswer<SourceAnswerDto>> {
    return changeItem(this.kind, identity, id, change);
  }

  @Delete(':id')
  @DeleteOperation(SOURCE)
  deleteSource(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<void> {
    return this.catalog.sources.remove(workspaceId, id, precondition);
  }

  private get kind() {
    return { table: this.catalog.sources, toDto: toWholeDto, toValues: toChangedValues, toAnswer };
  }
}

function mayWrite(identity: TokenIdentity): boolean {
  return identity.scopes.includes('catalog:write');
}

/** For whoever changes the source, and so has `catalog:write`. */
function toWholeDto(source: CatalogSource): SourceDto {
  return toSourceDto(source, true);
}

function toAnswer(source: CatalogSource): SourceAnswerDto {
  return { source: toWholeDto(source) };
}

/** Any other write key is refused, whether or not another source has it: the answer must not tell. */
function toChangedValues(input: SourceInputDto, current: CatalogSource): SourceValues {
  const { writeKey = current.writeKey } = input;
  if (writeKey !== current.writeKey) throw invalidMember('writeKey', MADE_HERE);
  return toSourceValues(input);
}

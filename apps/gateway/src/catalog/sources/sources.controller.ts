import type { CatalogEditor, CatalogSource, Precondition, TokenIdentity } from '@lethe/catalog';
import type { SourceAnswerDto, SourceInputDto, SourcePageDto } from '@lethe/api-contracts';
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
import { IfMatch } from '../if-match.js';
import {
  InputOf,
  invalidMember,
  PatchOf,
  ReplacementOf,
  type Patch as PatchIn,
  type Replacement,
} from '../input.decorator.js';
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
  async replaceSource(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @ReplacementOf(SOURCE) { input, precondition }: Replacement<SourceInputDto>,
  ): Promise<VersionedAnswer<SourceAnswerDto>> {
    return this.change(workspaceId, id, precondition, () => input);
  }

  @Patch(':id')
  @PatchOperation(SOURCE)
  async patchSource(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @PatchOf(SOURCE) { toInput, precondition }: PatchIn<SourceInputDto>,
  ): Promise<VersionedAnswer<SourceAnswerDto>> {
    return this.change(workspaceId, id, precondition, (current) =>
      toInput(toSourceDto(current, true)),
    );
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

  private async change(
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
    inputOf: (current: CatalogSource) => SourceInputDto,
  ): Promise<VersionedAnswer<SourceAnswerDto>> {
    const change = (current: CatalogSource) => {
      const input = inputOf(current);
      // Any other write key is refused, whether or not another source has it: the answer must not
      // tell.
      const { writeKey = current.writeKey } = input;
      if (writeKey !== current.writeKey) throw invalidMember('writeKey', MADE_HERE);
      return toSourceValues(input);
    };
    return answerOf(
      await this.catalog.sources.replace(workspaceId, id, precondition, change),
      toAnswer,
    );
  }
}

function mayWrite(identity: TokenIdentity): boolean {
  return identity.scopes.includes('catalog:write');
}

/** Whoever changed the source has `catalog:write`. */
function toAnswer(source: CatalogSource): SourceAnswerDto {
  return { source: toSourceDto(source, true) };
}

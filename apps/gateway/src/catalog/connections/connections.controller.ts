import type { CatalogEditor, CatalogConnection, Precondition, TokenIdentity } from '@lethe/catalog';
import type { ConnectionAnswerDto, ConnectionInputDto, ConnectionPageDto } from '@lethe/api';
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
import { InputOf, PatchOf, ReplacementOf, type Change } from '../input.decorator.js';
import { PageQuery, type Page } from '../page.decorator.js';
import { answerOf, type VersionedAnswer } from '../version.interceptor.js';
import { CONNECTION, toConnectionDto, toConnectionValues } from './connection.resource.js';

@Controller('v2/connections')
export class ConnectionsController {
  constructor(@Inject(CATALOG_EDITOR) private readonly catalog: CatalogEditor) {}

  @Get()
  @ListOperation(CONNECTION)
  async listConnections(
    @Identity() { workspaceId }: TokenIdentity,
    @PageQuery() page: Page,
  ): Promise<ConnectionPageDto> {
    const listed = await this.catalog.connections.page(workspaceId, page.wanted);
    return { connections: listed.items.map(toConnectionDto), paging: page.paging(listed) };
  }

  @Get(':id')
  @ReadOperation(CONNECTION)
  async getConnection(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
  ): Promise<VersionedAnswer<ConnectionAnswerDto>> {
    return answerOf(await this.catalog.connections.find(workspaceId, id), toAnswer);
  }

  @Post()
  @CreateOperation(CONNECTION)
  async createConnection(
    @Identity() { workspaceId }: TokenIdentity,
    @InputOf(CONNECTION) input: ConnectionInputDto,
  ): Promise<VersionedAnswer<ConnectionAnswerDto>> {
    const values = toConnectionValues(input);
    return answerOf(await this.catalog.connections.create(workspaceId, input.id, values), toAnswer);
  }

  @Put(':id')
  @ReplaceOperation(CONNECTION)
  replaceConnection(
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
    @ReplacementOf(CONNECTION) change: Change<ConnectionInputDto>,
  ): Promise<VersionedAnswer<ConnectionAnswerDto>> {
    return changeItem(this.kind, identity, id, change);
  }

  @Patch(':id')
  @PatchOperation(CONNECTION)
  patchConnection(
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
    @PatchOf(CONNECTION) change: Change<ConnectionInputDto>,
  ): Promise<VersionedAnswer<ConnectionAnswerDto>> {
    return changeItem(this.kind, identity, id, change);
  }

  @Delete(':id')
  @DeleteOperation(CONNECTION)
  deleteConnection(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<void> {
    return this.catalog.connections.remove(workspaceId, id, precondition);
  }

  private get kind() {
    return {
      table: this.catalog.connections,
      toDto: toConnectionDto,
      toValues: toConnectionValues,
      toAnswer,
    };
  }
}

function toAnswer(connection: CatalogConnection): ConnectionAnswerDto {
  return { connection: toConnectionDto(connection) };
}

import type {
  CatalogDestination,
  CatalogEditor,
  Precondition,
  TokenIdentity,
} from '@lethe/catalog';
import type { DestinationAnswerDto, DestinationInputDto, DestinationPageDto } from '@lethe/api';
import type { CommandContext } from '@lethe/contracts';
import { Controller, Delete, Get, Inject, Param, Patch, Post, Put } from '@nestjs/common';
import { Identity } from '../../auth/identity.decorator.js';
import { RequestContext } from '../../auth/request-context.decorator.js';
import { CATALOG_EDITOR } from '../../injection-tokens.js';
import {
  CreateOperation,
  DeleteOperation,
  ListOperation,
  PatchOperation,
  ReadOperation,
  ReplaceOperation,
} from '../catalog-operation.decorator.js';
import { IfMatch } from '../../http/request/if-match.js';
import {
  InputOf,
  PatchOf,
  ReplacementOf,
  type Change,
  type Patch as PatchIn,
} from '../input.decorator.js';
import { PageQuery, type Page } from '../page.decorator.js';
import { answerOf, type VersionedAnswer } from '../version.interceptor.js';
import { DESTINATION, toDestinationDto } from './destination.resource.js';
import { DestinationsService } from './destinations.service.js';

@Controller('v2/destinations')
export class DestinationsController {
  constructor(
    @Inject(CATALOG_EDITOR) private readonly catalog: CatalogEditor,
    @Inject(DestinationsService) private readonly destinations: DestinationsService,
  ) {}

  @Get()
  @ListOperation(DESTINATION)
  async listDestinations(
    @Identity() { workspaceId }: TokenIdentity,
    @PageQuery() page: Page,
  ): Promise<DestinationPageDto> {
    const listed = await this.catalog.destinations.page(workspaceId, page.wanted);
    return { destinations: listed.items.map(toDestinationDto), paging: page.paging(listed) };
  }

  @Get(':id')
  @ReadOperation(DESTINATION)
  async getDestination(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
  ): Promise<VersionedAnswer<DestinationAnswerDto>> {
    return answerOf(await this.catalog.destinations.find(workspaceId, id), toAnswer);
  }

  @Post()
  @CreateOperation(DESTINATION)
  async createDestination(
    @Identity() { workspaceId }: TokenIdentity,
    @InputOf(DESTINATION) input: DestinationInputDto,
  ): Promise<VersionedAnswer<DestinationAnswerDto>> {
    return answerOf(await this.destinations.create(workspaceId, input), toAnswer);
  }

  @Put(':id')
  @ReplaceOperation(DESTINATION)
  async replaceDestination(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @ReplacementOf(DESTINATION) change: Change<DestinationInputDto>,
  ): Promise<VersionedAnswer<DestinationAnswerDto>> {
    return answerOf(await this.destinations.replace(workspaceId, id, change), toAnswer);
  }

  @Patch(':id')
  @PatchOperation(DESTINATION)
  async patchDestination(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @PatchOf(DESTINATION) patch: PatchIn<DestinationInputDto>,
  ): Promise<VersionedAnswer<DestinationAnswerDto>> {
    return answerOf(await this.destinations.patch(workspaceId, id, patch), toAnswer);
  }

  @Delete(':id')
  @DeleteOperation(DESTINATION, 'Deletions that wait at it are aborted.', 'outcome_unknown')
  deleteDestination(
    @RequestContext() context: CommandContext,
    @Param('id') id: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<void> {
    return this.destinations.remove(context, id, precondition);
  }
}

function toAnswer(destination: CatalogDestination): DestinationAnswerDto {
  return { destination: toDestinationDto(destination) };
}

import type {
  CatalogDestination,
  CatalogEditor,
  Precondition,
  TokenIdentity,
} from '@lethe/catalog';
import type { TransformationLinkAnswerDto, TransformationLinkDto } from '@lethe/api';
import { LetheError } from '@lethe/contracts';
import { Controller, Delete, Get, Inject, Param, Put } from '@nestjs/common';
import { Identity } from '../../auth/identity.decorator.js';
import { CATALOG_EDITOR } from '../../injection-tokens.js';
import {
  DeleteOperation,
  ReadOperation,
  ReplaceOperation,
} from '../catalog-operation.decorator.js';
import { IfMatch } from '../../http/request/if-match.js';
import { ReplacementOf, type Change } from '../input.decorator.js';
import type { VersionedAnswer } from '../version.interceptor.js';
import { DESTINATION_TRANSFORMATION, toTransformationLink } from './destination.resource.js';
import { DestinationsService } from './destinations.service.js';

/** ETag and If-Match are about the destination: which transformation it has is a part of it. */
@Controller('v2/destinations/:id/transformation')
export class DestinationTransformationController {
  constructor(
    @Inject(CATALOG_EDITOR) private readonly catalog: CatalogEditor,
    @Inject(DestinationsService) private readonly destinations: DestinationsService,
  ) {}

  @Get()
  @ReadOperation(DESTINATION_TRANSFORMATION)
  async getDestinationTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
  ): Promise<VersionedAnswer<TransformationLinkAnswerDto>> {
    return linkOf(await this.catalog.destinations.find(workspaceId, id));
  }

  @Put()
  @ReplaceOperation(DESTINATION_TRANSFORMATION)
  async connectTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @ReplacementOf(DESTINATION_TRANSFORMATION)
    { toInput, precondition }: Change<TransformationLinkDto>,
  ): Promise<VersionedAnswer<TransformationLinkAnswerDto>> {
    return linkOf(await this.destinations.connect(workspaceId, id, precondition, toInput({}).id));
  }

  @Delete()
  @DeleteOperation(DESTINATION_TRANSFORMATION)
  async disconnectTransformation(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<void> {
    await this.destinations.connect(workspaceId, id, precondition, undefined);
  }
}

function linkOf(
  destination: CatalogDestination | undefined,
): VersionedAnswer<TransformationLinkAnswerDto> {
  const { transformation } = destination === undefined ? {} : toTransformationLink(destination);
  if (destination === undefined || transformation === undefined) throw new LetheError('not_found');
  return { item: destination, body: { transformation } };
}

import type { CatalogDestination, TokenIdentity } from '@lethe/catalog';
import {
  FIXED_LIMITS,
  LetheError,
  type RequestLimits,
  type TestResult,
  type UntestedDestination,
} from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';
import { Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import { requireScope } from '../auth/scopes.js';
import { readJsonBody } from '../http/json-body.decorator.js';
import { ReadsQuery } from '../http/without-effect.js';
import { REQUEST_LIMITS, TEST_CATALOG, TEST_RUNS } from '../tokens.js';
import { checkOverrides, protectStoredSecrets } from './check-overrides.js';
import {
  checkMessageType,
  checkTestDestinationRequest,
  checkTestSourceRequest,
  type TestRequest,
} from './check-test-request.js';
import { readForce } from './read-force.js';
import type { TestCatalog } from './test-catalog.js';
import { DocumentsTestDestination, DocumentsTestSource } from './test-runs.docs.js';
import type { TestRuns } from './test-runs.js';

/** A message is a member of its body. */
const BODY_DEPTH = FIXED_LIMITS.messageDepth + 1;

/** The checks come in the order that the decisions give, so that no one learns what is not theirs. */
@Controller('v0')
export class TestRunsController {
  constructor(
    @Inject(TEST_CATALOG) private readonly catalog: TestCatalog,
    @Inject(TEST_RUNS) private readonly runs: Pick<TestRuns, 'run'>,
    @Inject(REQUEST_LIMITS) private readonly limits: RequestLimits,
  ) {}

  @Post('testDestination/:id')
  @ReadsQuery()
  @HttpCode(200)
  @DocumentsTestDestination()
  async testDestination(
    @Req() request: FastifyRequest,
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
  ): Promise<TestResult | UntestedDestination> {
    const { workspaceId } = identity;
    const [destination] = await this.catalog.findDestinations(workspaceId, [id]);
    if (destination === undefined) throw new LetheError('not_found');
    const force = readForce(request.url);
    const wanted = checkTestDestinationRequest(readJsonBody(request, BODY_DEPTH), this.limits);
    const { destinationConfig } = wanted;
    if (destinationConfig !== undefined) checkOverrides(destination, destinationConfig);
    requireTestScopes(identity, wanted);
    await this.protectSecrets(identity, destination, wanted);
    checkMessageType(wanted.message);
    const unsupported = notSupported(destination);
    if (unsupported !== undefined) {
      throw new LetheError('destination_not_supported', { message: unsupported });
    }
    if (!destination.enabled && !force) return disabled(destination);
    const [result] = await this.runs.run({
      requestId: request.id,
      workspaceId,
      destinationIds: [id],
      mayMoveSecrets: mayMoveSecrets(identity),
      ...wanted,
    });
    if (result === undefined) throw new Error('A run ended without its result.');
    return named(result, destination);
  }

  @Post('testSource/:id')
  @ReadsQuery()
  @HttpCode(200)
  @DocumentsTestSource()
  async testSource(
    @Req() request: FastifyRequest,
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
  ): Promise<(TestResult | UntestedDestination)[]> {
    const { workspaceId } = identity;
    const source = await this.catalog.findSource(workspaceId, id);
    if (source === undefined) throw new LetheError('not_found');
    const force = readForce(request.url);
    const wanted = checkTestSourceRequest(readJsonBody(request, BODY_DEPTH), this.limits);
    requireTestScopes(identity, wanted);
    checkMessageType(wanted.message);
    const destinations = await this.connectedDestinations(workspaceId, id);
    if (destinations.length === 0) {
      throw new LetheError('source_not_connected', {
        message: `Source with ${id} is not connected to any destination`,
      });
    }
    if (!source.enabled && !force) {
      throw new LetheError('source_disabled', { message: `Source with ${id} is disabled` });
    }

    const untested = new Map(
      destinations.flatMap((destination) => {
        const reason = whyNot(destination, force);
        return reason === undefined ? [] : [[destination.id, reason] as const];
      }),
    );
    const sentTo = destinations.filter(({ id: one }) => !untested.has(one));
    const destinationIds = sentTo.map((one) => one.id);
    const results =
      destinationIds.length === 0
        ? []
        : await this.runs.run({
            requestId: request.id,
            workspaceId,
            sourceId: id,
            destinationIds,
            mayMoveSecrets: mayMoveSecrets(identity),
            ...wanted,
          });
    const tested = new Map(results.map((result) => [result.destinationId, result]));
    return destinations.flatMap((one) => {
      const result = untested.get(one.id) ?? tested.get(one.id);
      return result === undefined ? [] : [named(result, one)];
    });
  }

  /** What else may choose the host, such as the message, the runner sees when it sends. */
  private async protectSecrets(
    identity: TokenIdentity,
    destination: CatalogDestination,
    { destinationConfig, stages }: TestRequest,
  ): Promise<void> {
    if (!stages.sendToDestination || destinationConfig === undefined) return;
    const target = stages.userTransform
      ? await this.catalog.findTestTarget(identity.workspaceId, destination.id)
      : undefined;
    protectStoredSecrets(identity, destination, destinationConfig, target);
  }

  /** In the order of the connections; a connection that is disabled leads nowhere. */
  private async connectedDestinations(
    workspaceId: string,
    sourceId: string,
  ): Promise<CatalogDestination[]> {
    const connections = await this.catalog.listConnections(workspaceId, sourceId);
    const ids = connections.filter(({ enabled }) => enabled).map((one) => one.destinationId);
    return this.catalog.findDestinations(workspaceId, ids);
  }
}

function requireTestScopes(identity: TokenIdentity, { stages }: TestRequest): void {
  requireScope(identity, 'tests:run');
  if (stages.sendToDestination) requireScope(identity, 'tests:send');
}

/** Whoever may write the configuration may send its secrets anywhere. */
function mayMoveSecrets({ scopes }: TokenIdentity): boolean {
  return scopes.includes('catalog:write');
}

function notSupported({ type }: CatalogDestination): string | undefined {
  if (findDefinition(type)?.capabilities.test.supported === true) return undefined;
  return `Destination type ${type} is not supported by the Test API`;
}

function disabled({ id, name }: CatalogDestination): UntestedDestination {
  return {
    destinationId: id,
    destinationName: name,
    error: `Destination with id ${id} is disabled`,
  };
}

/** A runner that could not read the destination does not know what it is called. */
function named(
  result: TestResult | UntestedDestination,
  { name }: CatalogDestination,
): TestResult | UntestedDestination {
  return 'error' in result ? { ...result, destinationName: name } : result;
}

function whyNot(destination: CatalogDestination, force: boolean): UntestedDestination | undefined {
  const error = notSupported(destination);
  if (error !== undefined) {
    return { destinationId: destination.id, destinationName: destination.name, error };
  }
  return destination.enabled || force ? undefined : disabled(destination);
}

import type { CatalogDestination, TokenIdentity } from '@lethe/catalog';
import {
  LetheError,
  NO_SUCH_DESTINATION,
  UNSAVED_DESTINATION,
  type TestResult,
  type UntestedDestination,
} from '@lethe/contracts';
import { Controller, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import { requestLimits, type GatewaySettings } from '../gateway.config.js';
import { ReadsQuery } from '../http/request/without-effect.js';
import { CALLER_LIMITS, CATALOG, GATEWAY_SETTINGS, TEST_RUNS } from '../injection-tokens.js';
import { CallerLimits } from '../rate-limits/limit-requests.js';
import { ChecksInOrder, type TestCatalog } from './checks-in-order.js';
import {
  DocumentsTestDestination,
  DocumentsTestSource,
  DocumentsTestUnsavedDestination,
} from './test-runs.docs.js';
import { showVersions } from './show-versions.js';
import type { TestRuns } from './test-runs.js';

@Controller('v0')
export class TestRunsController {
  private readonly checks: ChecksInOrder;

  constructor(
    @Inject(CATALOG) catalog: TestCatalog,
    @Inject(TEST_RUNS) private readonly runs: Pick<TestRuns, 'run'>,
    @Inject(CALLER_LIMITS) private readonly callerLimits: CallerLimits,
    @Inject(GATEWAY_SETTINGS) config: GatewaySettings,
  ) {
    this.checks = new ChecksInOrder(catalog, requestLimits(config));
  }

  @Post('testDestination/:id')
  @ReadsQuery()
  @HttpCode(200)
  @DocumentsTestDestination()
  async testDestination(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
  ): Promise<TestResult | UntestedDestination> {
    const test = await this.checks.ofDestination(request, identity, id);
    if (test.untested !== undefined) return test.untested;
    this.callerLimits.charge('tests', identity, reply);
    const [result] = await this.runs.run(
      {
        requestId: request.id,
        workspaceId: identity.workspaceId,
        destinationIds: [id],
        mayMoveSecrets: mayMoveSecrets(identity),
        ...(test.savedAt !== undefined && { savedAt: test.savedAt }),
        ...test.wanted,
      },
      showVersions(reply),
    );
    if (result === undefined) throw new Error('A run ended without its result.');
    return named(result, test.destination);
  }

  @Post('testDestination')
  @HttpCode(200)
  @DocumentsTestUnsavedDestination()
  async testUnsavedDestination(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Identity() identity: TokenIdentity,
  ): Promise<UnsavedResult> {
    const { type, wanted } = await this.checks.ofUnsaved(request, identity);
    this.callerLimits.charge('tests', identity, reply);
    const [result] = await this.runs.run({
      requestId: request.id,
      workspaceId: identity.workspaceId,
      destinationIds: [UNSAVED_DESTINATION],
      unsavedType: type,
      mayMoveSecrets: mayMoveSecrets(identity),
      ...wanted,
    });
    if (result === undefined) throw new Error('A run ended without its result.');
    return ofUnsaved(result, type);
  }

  @Post('testSource/:id')
  @ReadsQuery()
  @HttpCode(200)
  @DocumentsTestSource()
  async testSource(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Identity() identity: TokenIdentity,
    @Param('id') id: string,
  ): Promise<(TestResult | UntestedDestination)[]> {
    const source = await this.checks.ofSource(request, identity, id);
    const { destinations, savedAt, untested, wanted } = source;
    const destinationIds = destinations.flatMap((one) => (untested.has(one.id) ? [] : [one.id]));
    this.callerLimits.charge('tests', identity, reply, destinationIds.length);
    const results =
      destinationIds.length === 0
        ? []
        : await this.runs.run(
            {
              requestId: request.id,
              workspaceId: identity.workspaceId,
              sourceId: id,
              destinationIds,
              mayMoveSecrets: mayMoveSecrets(identity),
              ...(savedAt !== undefined && { savedAt }),
              ...wanted,
            },
            showVersions(reply),
          );
    const tested = new Map(results.map((result) => [result.destinationId, result]));
    return destinations.flatMap((one) => {
      const result = untested.get(one.id) ?? tested.get(one.id);
      return result === undefined ? [] : [named(result, one)];
    });
  }
}

/** Whoever may write the configuration may send its secrets anywhere. */
function mayMoveSecrets({ scopes }: TokenIdentity): boolean {
  return scopes.includes('catalog:write');
}

/** What only a saved destination has is left out. */
type UnsavedResult = { readonly destination: string } & (
  Pick<TestResult, 'data'> | Pick<UntestedDestination, 'error'>
);

/** @throws LetheError `unavailable` when the runner does not know of such tests */
function ofUnsaved(result: TestResult | UntestedDestination, destination: string): UnsavedResult {
  if (!('error' in result)) return { destination, data: result.data };
  const { error } = result;
  if (error === NO_SUCH_DESTINATION) throw new LetheError('unavailable', { message: OLDER_RUNNER });
  return { destination, error };
}

const OLDER_RUNNER =
  'The test runner is of an older version, which tests saved destinations only. Nothing was sent. Try again when it is upgraded, or save the destination and test it then.';

/** A runner that could not read the destination does not know its name. */
function named(
  result: TestResult | UntestedDestination,
  { name }: CatalogDestination,
): TestResult | UntestedDestination {
  return 'error' in result ? { ...result, destinationName: name } : result;
}

import type { CatalogReader, TokenIdentity } from '@lethe/catalog';
import {
  invalidMember,
  LetheError,
  type TransformationTestRequested,
  type TransformationTestResult,
} from '@lethe/contracts';
import { untestable } from './checks-in-order.js';
import type { TestRuns } from './test-runs.js';

export type TransformationTest = TransformationTestRequested['transformationTest'];

const NOT_THERE = 'does not exist in this workspace';

export interface TestParts {
  readonly catalog: Pick<CatalogReader, 'savedAt' | 'findDestinations'>;
  readonly testRuns: Pick<TestRuns, 'testTransformation'>;
}

/** Tests of transformations, for the playground and for saved test cases. */
export class TransformationTests {
  constructor(private readonly parts: TestParts) {}

  /**
   * @throws LetheError `invalid_request` if the destination does not exist,
   * `destination_not_supported`
   */
  async checkDestination(
    { workspaceId }: TokenIdentity,
    { destinationId, stages }: Pick<TransformationTest, 'destinationId' | 'stages'>,
  ): Promise<void> {
    if (destinationId === undefined) return;
    const [destination] = await this.parts.catalog.findDestinations(workspaceId, [destinationId]);
    if (destination === undefined) throw invalidMember('destinationId', NOT_THERE);
    const reason = stages.destTransform ? untestable(destination) : undefined;
    if (reason !== undefined)
      throw new LetheError('destination_not_supported', { message: reason });
  }

  /**
   * @param signal aborted when the caller disconnects
   * @throws LetheError as `TestRuns.testTransformation`; `invalid_request` for an unknown
   * transformation
   */
  async run(
    { workspaceId, scopes }: TokenIdentity,
    requestId: string,
    transformationTest: TransformationTest,
    signal: AbortSignal,
  ): Promise<TransformationTestResult> {
    // A caller that is allowed to write the catalog can send stored secrets to any host anyway.
    const mayMoveSecrets = scopes.includes('catalog:write');
    // A caller with `catalog:write` is also allowed to read the catalog.
    const mayReadCatalog = mayMoveSecrets || scopes.includes('catalog:read');
    const savedAt = await this.parts.catalog.savedAt(workspaceId);
    try {
      return await this.parts.testRuns.testTransformation(
        {
          ...{ requestId, workspaceId, mayMoveSecrets, mayReadCatalog, transformationTest },
          ...(savedAt !== undefined && { savedAt }),
        },
        signal,
      );
    } catch (error) {
      const { transformationId } = transformationTest;
      const isGone = error instanceof LetheError && error.code === 'not_found';
      if (isGone && transformationId !== undefined)
        throw invalidMember('transformationId', NOT_THERE);
      throw error;
    }
  }
}

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

const NOT_THERE = 'there is none with this id in the workspace';

export interface TestParts {
  readonly catalog: Pick<CatalogReader, 'savedAt' | 'findDestinations'>;
  readonly testRuns: Pick<TestRuns, 'testTransformation'>;
}

/** Tests of transformations, as the playground and saved test cases ask for them. */
export class TransformationTests {
  constructor(private readonly parts: TestParts) {}

  /** @throws LetheError `invalid_request` when there is no such destination, `destination_not_supported` */
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
   * @param signal the caller has left
   * @throws LetheError as `TestRuns.testTransformation`; `invalid_request` for a transformation that is not there
   */
  async run(
    { workspaceId, scopes }: TokenIdentity,
    requestId: string,
    transformationTest: TransformationTest,
    signal: AbortSignal,
  ): Promise<TransformationTestResult> {
    // Whoever may write the catalog may send its secrets anywhere.
    const mayMoveSecrets = scopes.includes('catalog:write');
    // Whoever may write it is shown what they change.
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

import type { DatabaseConnection } from '@lethe/database';
import { lookUps } from '../ask-database.js';
import { isIdentifier, keyOf } from '../identifier.js';
import type { SecretBox } from '../secrets/secret-box.js';
import { LoadingCache } from './loading-cache.js';
import {
  isSavedSince,
  readTestTarget,
  weighTestTarget,
  type TestTarget,
  type TransformationContext,
} from './test-target.query.js';

const CACHE_MS = 2_000;
/**
 * Maximum number of characters in cached test targets, mostly code. A character takes one or two
 * bytes.
 */
const CACHED_TARGET_CHARACTERS = 32 * 1024 * 1024;

export class TestTargets {
  private readonly cache = new LoadingCache<TestTarget>(CACHE_MS, {
    maxWeight: CACHED_TARGET_CHARACTERS,
    weigh: weighTestTarget,
  });

  constructor(
    private readonly database: DatabaseConnection,
    private readonly box: SecretBox | undefined,
  ) {}

  /**
   * Returns all data for a test run at a destination. One query reads the data, which is cached for
   * 2 s.
   *
   * @param since if given, older cached data is not used. The data from the database can still be
   *   older, see `TestTarget.savedAt`
   * @returns `undefined` if the workspace has no such destination
   * @throws LetheError `unavailable`, also if a secret cannot be decrypted, because the result of
   * the test would be wrong
   */
  async ofDestination(
    workspaceId: string,
    destinationId: string,
    since?: string,
  ): Promise<TestTarget | undefined> {
    if (!isIdentifier(destinationId)) return undefined;
    return this.read([workspaceId, destinationId], { destinationId }, false, since);
  }

  /**
   * Returns the data for a test of a saved or unsaved transformation, cached for 2 s. The data
   * includes the libraries and credentials of the workspace, and the given transformation and
   * destination.
   *
   * @param context if it has no transformation, the transformation of the destination is used
   * @param since see `ofDestination`
   * @returns `undefined` if the workspace has no such transformation or destination
   * @throws like `ofDestination`
   */
  async ofTransformation(
    workspaceId: string,
    context: TransformationContext,
    since?: string,
  ): Promise<TestTarget | undefined> {
    const ids = [context.transformationId, context.destinationId];
    if (ids.some((id) => id !== undefined && !isIdentifier(id))) return undefined;
    return this.read([workspaceId, `transformation/${ids.join('/')}`], context, true, since);
  }

  private read(
    [workspaceId, name]: readonly [workspaceId: string, name: string],
    context: TransformationContext,
    runsUnsaved: boolean,
    since: string | undefined,
  ): Promise<TestTarget | undefined> {
    const reader = lookUps(this.database, workspaceId);
    return this.cache.get(
      keyOf(workspaceId, name),
      () => readTestTarget(reader, this.box, workspaceId, context, runsUnsaved),
      (target) => isSavedSince(target, since),
    );
  }

  invalidate(prefix: string): void {
    this.cache.invalidate(prefix);
  }
}

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
  type TransformationPlace,
} from './test-target.query.js';

const CACHE_MS = 2_000;
/** Most characters of cached test targets, mostly code; each takes one or two bytes. */
const CACHED_TARGET_CHARACTERS = 32 * 1024 * 1024;

/** Reads what test runs run on. */
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
   * Everything that a test run at a destination needs, in one query; remembered for 2 s.
   *
   * @param since what is older is not taken from memory. What the database answers may be older all the same: see `TestTarget.savedAt`
   * @returns `undefined` when the workspace has no such destination
   * @throws LetheError `unavailable` also when a secret cannot be opened: the run would be wrong
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
   * What a test of a transformation needs, which need not be saved: libraries and credentials of the workspace, a saved
   * transformation and a destination where they are named; remembered for 2 s.
   *
   * @param place without a transformation it is that of the destination
   * @param since as `ofDestination`
   * @returns `undefined` when the workspace has no such transformation or destination
   * @throws as `ofDestination`
   */
  async ofTransformation(
    workspaceId: string,
    place: TransformationPlace,
    since?: string,
  ): Promise<TestTarget | undefined> {
    const ids = [place.transformationId, place.destinationId];
    if (ids.some((id) => id !== undefined && !isIdentifier(id))) return undefined;
    return this.read([workspaceId, `transformation/${ids.join('/')}`], place, true, since);
  }

  private read(
    [workspaceId, name]: readonly [workspaceId: string, name: string],
    place: TransformationPlace,
    runsUnsaved: boolean,
    since: string | undefined,
  ): Promise<TestTarget | undefined> {
    const reader = lookUps(this.database, workspaceId);
    return this.cache.get(
      keyOf(workspaceId, name),
      () => readTestTarget(reader, this.box, workspaceId, place, runsUnsaved),
      (target) => isSavedSince(target, since),
    );
  }

  /** Forgets what was read under keys with this prefix. */
  forget(prefix: string): void {
    this.cache.forget(prefix);
  }
}

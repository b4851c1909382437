import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { LoadingCache, type DataPlaneCatalog } from '@lethe/catalog';
import type { ConfigurationMetrics } from './configuration-metrics.js';
import { writeConfiguration } from './write-configuration.js';

/** Configuration of a workspace, ready to be sent. */
export interface PreparedConfiguration {
  /**
   * JSON, compressed with gzip, because data planes request gzip, and compressed JSON needs a tenth
   * of the memory. Contains secrets.
   */
  readonly gzip: Buffer;
  /** Hash of the content. */
  readonly hash: string;
}

/** Maximum bytes of the cached configurations. */
const CACHED_BYTES = 64 * 1024 * 1024;
const ENTRY_BYTES = 256;

/**
 * Builds each configuration once after each change, and caches it. If the cache is full, the oldest
 * configurations are removed first.
 */
export class ConfigurationCache {
  private readonly cache: LoadingCache<PreparedConfiguration>;

  /** @param maxBytes maximum bytes of all cached configurations */
  constructor(
    private readonly catalog: Pick<DataPlaneCatalog, 'configuration'>,
    private readonly metrics?: Pick<ConfigurationMetrics, 'built'>,
    maxBytes: number = CACHED_BYTES,
  ) {
    this.cache = new LoadingCache(Infinity, {
      maxWeight: maxBytes,
      weigh: ({ gzip }) => gzip.length + ENTRY_BYTES,
    });
  }

  /** Bytes of all cached configurations. */
  get bytes(): number {
    return this.cache.weight;
  }

  /**
   * @param changedAt time of the last known change, which becomes `updatedAt`. If the content
   * contains a newer change, the next answer has the time of that change
   * @param without ids of sources to omit
   */
  async find(
    workspaceId: string,
    changedAt: Date,
    without: readonly string[] = [],
  ): Promise<PreparedConfiguration> {
    const owner = `${workspaceId}/${without.join(',')}/`;
    const found = await this.cache.get(`${owner}${changedAt.getTime()}`, () => {
      this.cache.invalidate(owner);
      return this.prepare(workspaceId, changedAt, without);
    });
    if (found === undefined)
      throw new Error('The cache does not have the configuration that was just prepared.');
    return found;
  }

  private async prepare(
    workspaceId: string,
    changedAt: Date,
    without: readonly string[],
  ): Promise<PreparedConfiguration> {
    const startedAt = performance.now();
    const omitted = new Set(without);
    const complete = await this.catalog.configuration(workspaceId);
    const configuration = {
      ...complete,
      sources: complete.sources.filter(({ id }) => !omitted.has(id)),
      connections: complete.connections.filter(({ sourceId }) => !omitted.has(sourceId)),
    };
    const chunks: Buffer[] = [];
    await pipeline(
      Readable.from(writeConfiguration(configuration, changedAt)),
      createGzip(),
      async (compressed: AsyncIterable<Buffer>) => {
        for await (const chunk of compressed) chunks.push(chunk);
      },
    );
    const gzip = Buffer.concat(chunks);
    this.metrics?.built((performance.now() - startedAt) / 1_000);
    return { gzip, hash: createHash('sha256').update(gzip).digest('base64url').slice(0, 27) };
  }
}

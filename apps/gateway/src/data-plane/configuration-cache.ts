import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { LoadingCache, type DataPlaneCatalog } from '@lethe/catalog';
import type { ConfigurationMetrics } from './configuration-metrics.js';
import { writeConfiguration } from './write-configuration.js';

/** A workspace's configuration, ready to be sent. */
export interface PreparedConfiguration {
  /** Its JSON with gzip: what data planes ask for, and a tenth of the memory. Holds secrets. */
  readonly gzip: Buffer;
  /** Hash of the content. */
  readonly hash: string;
}

/** Bytes of compressed configurations. */
const CACHED_BYTES = 64 * 1024 * 1024;
const ENTRY_BYTES = 256;

/**
 * Makes each configuration once a change, however often it is asked for, and keeps it; the oldest
 * go first.
 */
export class ConfigurationCache {
  private readonly cache: LoadingCache<PreparedConfiguration>;

  /** @param maxBytes of all configurations that are kept */
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

  /** Of all that are kept. */
  get bytes(): number {
    return this.cache.weight;
  }

  /**
   * @param changedAt when the configuration last changed, which becomes its `updatedAt`. The
   * content may be newer already: then the next answer has the newer time
   * @param without ids of sources that are left out
   */
  async find(
    workspaceId: string,
    changedAt: Date,
    without: readonly string[] = [],
  ): Promise<PreparedConfiguration> {
    const owner = `${workspaceId}/${without.join(',')}/`;
    const found = await this.cache.get(`${owner}${changedAt.getTime()}`, () => {
      this.cache.forget(owner);
      return this.prepare(workspaceId, changedAt, without);
    });
    if (found === undefined) throw new Error('A configuration was prepared and is not there.');
    return found;
  }

  private async prepare(
    workspaceId: string,
    changedAt: Date,
    without: readonly string[],
  ): Promise<PreparedConfiguration> {
    const startedAt = performance.now();
    const left = new Set(without);
    const whole = await this.catalog.configuration(workspaceId);
    const configuration = {
      ...whole,
      sources: whole.sources.filter(({ id }) => !left.has(id)),
      connections: whole.connections.filter(({ sourceId }) => !left.has(sourceId)),
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

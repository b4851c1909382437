import { createHash } from 'node:crypto';
import type { DestinationDefinition } from '@lethe/destination-definitions';

/** A JSON answer that was made once, and its version. */
export interface PreparedAnswer {
  readonly body: Buffer;
  /** A strong entity tag, quotes included. */
  readonly etag: string;
}

/**
 * The answers of `/destination-definitions`, serialised once: the whole is some hundred kilobytes,
 * and the definitions do not change while the process runs.
 */
export class DefinitionsDocument {
  readonly all: PreparedAnswer;
  readonly names: readonly string[];
  private readonly one = new Map<string, PreparedAnswer>();
  private readonly listed = new Map<string, PreparedAnswer>();

  constructor(definitions: readonly DestinationDefinition[]) {
    this.all = prepare(definitions);
    this.names = definitions.map(({ name }) => name);
    for (const definition of definitions) {
      this.one.set(definition.name, prepare(definition));
      this.listed.set(definition.name, prepare([definition]));
    }
  }

  find(name: string): PreparedAnswer | undefined {
    return this.one.get(name);
  }

  /** @returns a list with the definition of that name, or without any */
  list(name: string): PreparedAnswer {
    return this.listed.get(name) ?? prepare([]);
  }
}

function prepare(value: unknown): PreparedAnswer {
  const body = Buffer.from(JSON.stringify(value));
  const hash = createHash('sha256').update(body).digest('base64url');
  return { body, etag: `"${hash.slice(0, 27)}"` };
}

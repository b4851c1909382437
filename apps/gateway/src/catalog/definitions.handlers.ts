import { createHash } from 'node:crypto';
import { definitionsLike } from '@lethe/api/catalog';
import { didYouMean, LetheError, showKey } from '@lethe/contracts';
import { allDefinitions, findBuiltInDefinition } from '@lethe/destination-definitions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answeredUnchanged } from '../http/answer/entity-tag.js';
import { controllerOf } from '../operations/controller-of.js';

/**
 * Clients can cache an answer for 300 s. Definitions change only when a new process starts, and
 * entity tags make repeated requests cheap.
 */
const CACHE_CONTROL = 'public, max-age=300';

/**
 * Shows destination definitions. Each answer is serialized only once, because the list has a few
 * hundred kilobytes, and definitions do not change while the process runs.
 */
export const DefinitionsController = controllerOf(
  definitionsLike(findBuiltInDefinition('WEBHOOK')),
  () => {
    const definitions = allDefinitions();
    const names = definitions.map(({ name }) => name);
    const all = prepare(definitions);
    const none = prepare([]);
    const byName = new Map(definitions.map((each) => [each.name, prepare(each)]));
    const listByName = new Map(definitions.map((each) => [each.name, prepare([each])]));
    return {
      listDefinitions: {
        answers({ query: { name }, request, reply }) {
          send(request, reply, name === undefined ? all : (listByName.get(name) ?? none));
        },
      },
      getDefinition: {
        answers({ path: { name }, request, reply }) {
          const definition = byName.get(name);
          if (definition !== undefined) {
            send(request, reply, definition);
            return;
          }
          const hint = didYouMean(name, names) || '.'; // the hint ends with a question mark
          throw new LetheError('not_found', {
            message: `There is no destination type "${showKey(name)}"${hint}`,
          });
        },
      },
    };
  },
);

interface Prepared {
  readonly body: Buffer;
  /** A strong entity tag. */
  readonly etag: string;
}

function prepare(value: unknown): Prepared {
  const body = Buffer.from(JSON.stringify(value));
  const hash = createHash('sha256').update(body).digest('base64url');
  return { body, etag: `"${hash.slice(0, 27)}"` };
}

function send(request: FastifyRequest, reply: FastifyReply, { body, etag }: Prepared): void {
  void reply.header('cache-control', CACHE_CONTROL);
  if (answeredUnchanged(request, reply, etag)) return;
  void reply.type('application/json; charset=utf-8').send(body);
}

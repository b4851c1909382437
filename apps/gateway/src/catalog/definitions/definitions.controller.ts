import { definitionsLike } from '@lethe/api/catalog';
import { didYouMean, LetheError, showKey } from '@lethe/contracts';
import { allDefinitions, findBuiltInDefinition } from '@lethe/destination-definitions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnownTag } from '../../http/answer/entity-tag.js';
import { controllerOf } from '../../operations/controller-of.js';
import { DefinitionsDocument, type PreparedAnswer } from './definitions-document.js';

/** Seconds; a change comes with a new process only, and ETags make asking again cheap. */
const CACHE_CONTROL = 'public, max-age=300';

export const DefinitionsController = controllerOf(
  definitionsLike(findBuiltInDefinition('WEBHOOK')),
  () => {
    const document = new DefinitionsDocument(allDefinitions());
    return {
      listDefinitions: {
        answers({ query: { name }, request, reply }) {
          send(request, reply, name === undefined ? document.all : document.list(name));
        },
      },
      getDefinition: {
        answers({ path: { name }, request, reply }) {
          const definition = document.find(name);
          if (definition !== undefined) {
            send(request, reply, definition);
            return;
          }
          const hint = didYouMean(name, document.names) || '.'; // it ends with a question mark
          throw new LetheError('not_found', {
            message: `There is no destination type "${showKey(name)}"${hint}`,
          });
        },
      },
    };
  },
);

function send(request: FastifyRequest, reply: FastifyReply, prepared: PreparedAnswer): void {
  void reply.header('etag', prepared.etag).header('cache-control', CACHE_CONTROL);
  if (isKnownTag(request.headers['if-none-match'], prepared.etag)) void reply.code(304).send();
  else void reply.type('application/json; charset=utf-8').send(prepared.body);
}

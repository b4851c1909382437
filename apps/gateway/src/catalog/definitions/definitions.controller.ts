import { DetailsCollector, didYouMean, LetheError, showKey } from '@lethe/contracts';
import { allDefinitions } from '@lethe/destination-definitions';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnownTag } from '../../http/answer/entity-tag.js';
import { parseQuery, type Query } from '../../http/request/query-string.js';
import { reportUnknownNames } from '@lethe/api/definition';
import { DefinitionsDocument, type PreparedAnswer } from './definitions-document.js';
import { DocumentsDefinition, DocumentsDefinitions } from './definitions.docs.js';

/** Seconds; a change comes with a new process only, and ETags make asking again cheap. */
const CACHE_CONTROL = 'public, max-age=300';

/** What destination types there are. Nothing here belongs to anybody, so no credentials are needed. */
@Controller('destination-definitions')
export class DefinitionsController {
  private readonly document = new DefinitionsDocument(allDefinitions());

  @Get()
  @DocumentsDefinitions()
  listDefinitions(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const name = readName(request.url);
    answer(request, reply, name === undefined ? this.document.all : this.document.list(name));
  }

  @Get(':name')
  @DocumentsDefinition()
  getDefinition(
    @Req() request: FastifyRequest,
    @Param('name') name: string,
    @Res() reply: FastifyReply,
  ): void {
    refuseUnknown(parseQuery(request.url), []).throwIfAny();
    const definition = this.document.find(name);
    if (definition !== undefined) {
      answer(request, reply, definition);
      return;
    }
    const hint = didYouMean(name, this.document.names) || '.'; // it ends with a question mark
    throw new LetheError('not_found', {
      message: `There is no destination type "${showKey(name)}"${hint}`,
    });
  }
}

function readName(target: string): string | undefined {
  const query = parseQuery(target);
  const problems = refuseUnknown(query, ['name']);
  const { name } = query;
  if (name !== undefined && typeof name !== 'string') problems.add('name', 'must be given once');
  problems.throwIfAny();
  return typeof name === 'string' ? name : undefined;
}

function refuseUnknown(query: Query, known: readonly string[]): DetailsCollector {
  const problems = new DetailsCollector();
  reportUnknownNames(query, known, 'query parameter', problems);
  return problems;
}

function answer(request: FastifyRequest, reply: FastifyReply, prepared: PreparedAnswer): void {
  void reply.header('etag', prepared.etag).header('cache-control', CACHE_CONTROL);
  if (isKnownTag(request.headers['if-none-match'], prepared.etag)) void reply.code(304).send();
  else void reply.type('application/json; charset=utf-8').send(prepared.body);
}

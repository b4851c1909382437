import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { DOCS_CONTENT_SECURITY_POLICY } from '../http/security-headers.js';
import { createOpenApiDocument } from './openapi-document.js';

/**
 * `/openapi.json`, and a reference page at `/docs` whose every file comes from here. The document
 * is made when somebody first asks for it.
 */
export function serveDocs(app: NestFastifyApplication): void {
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('docs', app, () => (document ??= createOpenApiDocument(app)), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Lethe – API reference',
    swaggerOptions: {
      validatorUrl: null, // would send the document to a server on the internet
      persistAuthorization: true,
      displayRequestDuration: true,
    },
  });
}

/** Pages need styles and scripts, which no answer of the API may have. */
export function addDocsHeaders(instance: FastifyInstance): void {
  instance.addHook('onRoute', (route) => {
    if (!/^\/docs(?:\/|$)/.test(route.url)) return;
    route.onRequest = (_request, reply, done) => {
      reply.header('content-security-policy', DOCS_CONTENT_SECURITY_POLICY);
      done();
    };
  });
}

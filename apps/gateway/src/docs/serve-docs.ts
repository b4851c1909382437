import { reachableUrl } from '@lethe/config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { createOpenApiDocument } from './openapi-document.js';

/**
 * The reference page loads scripts and styles only from its origin, and sends requests only to it.
 */
const DOCS_CONTENT_SECURITY_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** Path of the API reference. The guides are also below `/docs`. */
const REFERENCE = 'docs/reference';

/**
 * Serves `/openapi.json`, and a reference page with all its files. The document is built at the
 * first request and serialized once. All answers share these bytes, because any client can request
 * the document. In an earlier version, each answer had its own copy, and the copies for clients
 * that did not read used 3 GB.
 *
 * @param publicUrl address of the gateway for clients; default: the address that it listens on
 */
export function serveDocs(app: NestFastifyApplication, publicUrl: string | undefined): void {
  let document: OpenAPIObject | undefined;
  const documentFor = (server: string): OpenAPIObject => {
    document ??= createOpenApiDocument(app);
    return { ...document, servers: [{ url: server }] };
  };
  let json: Promise<Buffer> | undefined;
  const write = async () => {
    // Generated clients send their requests to this address.
    const server = publicUrl ?? reachableUrl(await app.getUrl());
    return Buffer.from(JSON.stringify(documentFor(server)));
  };
  const instance: FastifyInstance = app.getHttpAdapter().getInstance();
  instance.get('/openapi.json', { config: { credentials: 'none' } }, async (_request, reply) => {
    json ??= write();
    return reply.type('application/json; charset=utf-8').send(await json);
  });
  // The page sends requests to its own origin.
  SwaggerModule.setup(REFERENCE, app, () => documentFor('/'), {
    raw: false,
    customSiteTitle: 'Lethe – API reference',
    swaggerOptions: {
      validatorUrl: null, // the default sends the document to a server on the internet
      persistAuthorization: true,
      displayRequestDuration: true,
    },
  });
}

/**
 * Prepares the routes of documentation pages. They need no credentials. Their content security
 * policy allows styles and scripts, which are forbidden in answers of the API.
 */
export function addDocsHeaders(instance: FastifyInstance): void {
  const bytes = new SharedBytes();
  instance.addHook('onRoute', (route) => {
    if (!/^\/docs(?:\/|$)/.test(route.url) || !isRead(route)) return;
    route.config = { ...route.config, credentials: 'none' };
    route.onRequest = (_request, reply, done) => {
      reply.header('content-security-policy', DOCS_CONTENT_SECURITY_POLICY);
      done();
    };
    route.onSend = (_request, _reply, payload, done) => {
      done(null, typeof payload === 'string' ? bytes.of(payload) : payload);
    };
  });
}

function isRead({ method }: RouteOptions): boolean {
  return [method].flat().every((name) => name === 'GET' || name === 'HEAD');
}

/**
 * Maximum shared texts. This is more than the number of pages. Errors of these routes are too short
 * to be shared.
 */
const MAX_TEXTS = 8;
/** Minimum characters of a shared text. Shorter texts need little memory. */
const MIN_SHARED_LENGTH = 4096;

/**
 * Converts each large text to bytes only once, even if it is sent many times. So slow readers share
 * these bytes.
 */
export class SharedBytes {
  private readonly shared = new Map<string, Buffer>();

  of(text: string): Buffer | string {
    if (text.length < MIN_SHARED_LENGTH) return text;
    const known = this.shared.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text);
    if (this.shared.size < MAX_TEXTS) this.shared.set(text, bytes);
    return bytes;
  }
}

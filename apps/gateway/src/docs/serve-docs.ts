import { reachableUrl } from '@lethe/config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { createOpenApiDocument } from './openapi-document.js';

/** The reference page loads its script and styles from here, and sends requests to here only. */
const DOCS_CONTENT_SECURITY_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/**
 * `/openapi.json`, and a reference page at `/docs` whose every file comes from here. The document
 * is made when somebody first asks for it, and written once: it is large, everybody may ask for it, and a
 * text of its own for each who does not read what was asked for took 3 GB.
 *
 * @param publicUrl where clients reach the gateway; the address that it listens on when absent
 */
export function serveDocs(app: NestFastifyApplication, publicUrl: string | undefined): void {
  let document: OpenAPIObject | undefined;
  const madeFor = (server: string): OpenAPIObject => {
    document ??= createOpenApiDocument(app);
    return { ...document, servers: [{ url: server }] };
  };
  let json: Promise<Buffer> | undefined;
  const write = async () => {
    // Generated clients begin every address with it.
    const server = publicUrl ?? reachableUrl(await app.getUrl());
    return Buffer.from(JSON.stringify(madeFor(server)));
  };
  const instance: FastifyInstance = app.getHttpAdapter().getInstance();
  instance.get('/openapi.json', { config: { credentials: 'none' } }, async (_request, reply) => {
    json ??= write();
    return reply.type('application/json; charset=utf-8').send(await json);
  });
  // The page sends requests to where it comes from, whatever that is called.
  SwaggerModule.setup('docs', app, () => madeFor('/'), {
    raw: false,
    customSiteTitle: 'Lethe – API reference',
    swaggerOptions: {
      validatorUrl: null, // would send the document to a server on the internet
      persistAuthorization: true,
      displayRequestDuration: true,
    },
  });
}

/** Everybody may read the pages. They need styles and scripts, which no answer of the API may have. */
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
  return [method].flat().every((one) => one === 'GET' || one === 'HEAD');
}

/** More than there are pages; whatever else is sent below them is an error, short and each another one. */
const MOST_TEXTS = 8;
/** Characters. A shorter one costs nothing. */
const WORTH_SHARING = 4096;

/** The bytes of texts that are sent again and again, made once: whoever waits for them holds the same. */
export class SharedBytes {
  private readonly made = new Map<string, Buffer>();

  of(text: string): Buffer | string {
    if (text.length < WORTH_SHARING) return text;
    const known = this.made.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text);
    if (this.made.size < MOST_TEXTS) this.made.set(text, bytes);
    return bytes;
  }
}

import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import { LetheError } from '@lethe/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NONCE_PLACEHOLDER, type ConsoleFiles } from './console-files.js';

const ASSETS = '/console/assets/';
const YEAR_SECONDS = 31_536_000;

/** Everybody may have the page and its files, as they hold nothing of any workspace. */
const OPEN = { config: { credentials: 'none' } } as const;

/**
 * The console: its page for every path below `/console/` that nothing else has, as what they show is decided in the browser, and
 * its files, which never change under their names. Call it before any route is added.
 *
 * @param files absent where the console was not built; who asks for it is told so
 */
export function serveConsole(instance: FastifyInstance, files: ConsoleFiles | undefined): void {
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    // What is not there is no page: a script of an older version must fail as such.
    if (request.url.startsWith(ASSETS)) {
      throw new LetheError('not_found', { message: 'There is no such file.' });
    }
    if (files === undefined) {
      throw new LetheError('not_found', {
        message: 'The console was not built. `npm run build` makes it; the API is at /docs.',
      });
    }
    return sendPage(reply, files.index);
  };
  // Who opens the address of a gateway wants to know what it is.
  instance.get('/', OPEN, (_request, reply) =>
    reply.redirect(files === undefined ? '/docs' : '/console/'),
  );
  instance.get('/console', OPEN, (_request, reply) => reply.redirect('/console/', 308));
  instance.get('/console/', OPEN, page);
  instance.get('/console/*', OPEN, page);
  if (files === undefined) return;
  void instance.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...OPEN.config };
    });
    await scope.register(fastifyStatic, {
      root: files.assets,
      prefix: ASSETS,
      // A route for each file: whatever else is asked for is no path of ours, however it is written.
      wildcard: false,
      decorateReply: false,
      preCompressed: true,
      acceptRanges: false, // they are small, and a range that is not there would be an error of its own
      immutable: true,
      maxAge: YEAR_SECONDS * 1000,
      cacheControl: true,
    });
  });
}

/** With a nonce of its own: styles that are made by code are taken with it, and what somebody slipped in has none. */
function sendPage(reply: FastifyReply, index: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policyWith(nonce),
      'cross-origin-opener-policy': 'same-origin',
    })
    .send(index.replaceAll(NONCE_PLACEHOLDER, nonce));
}

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

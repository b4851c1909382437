import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import { LetheError } from '@lethe/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GUIDES_PLACEHOLDER, NONCE_PLACEHOLDER, type ConsoleFiles } from './console-files.js';

const ASSETS = '/console/assets/';
const YEAR_SECONDS = 31_536_000;

/** The page and its files need no credentials, because they contain no data of a workspace. */
const OPEN = { config: { credentials: 'none' } } as const;

/**
 * Serves the console. Every path below `/console/` that is not a file gets the same page, because
 * the script of the page decides what to show. Browsers can cache the files for a year, because a
 * changed file gets a new name. Call it before any route is added.
 *
 * @param files absent if the console was not built; then the answer is an error that says how to
 * build it
 */
export function serveConsole(instance: FastifyInstance, files: ConsoleFiles | undefined): void {
  const index = files?.index.replace(
    GUIDES_PLACEHOLDER,
    files.guides === undefined ? '' : '/docs/',
  );
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    // A request for a missing file must fail. With the page as the answer, a script of an older
    // version would seem to load.
    if (request.url.startsWith(ASSETS)) {
      throw new LetheError('not_found', { message: 'There is no such file.' });
    }
    if (index === undefined) {
      throw new LetheError('not_found', {
        message:
          'The console is not built. Run `npm run build`. The API reference is at /docs/reference.',
      });
    }
    return sendPage(reply, index);
  };
  // People who open the address without a path want to see the console.
  instance.get('/', OPEN, (_request, reply) =>
    reply.redirect(files === undefined ? '/docs/reference' : '/console/'),
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
      // Adds one route for each file. No other path reaches the file system.
      wildcard: false,
      decorateReply: false,
      preCompressed: true,
      acceptRanges: false, // files are small, and invalid ranges would need an additional error
      immutable: true,
      maxAge: YEAR_SECONDS * 1000,
      cacheControl: true,
    });
  });
}

/**
 * Sends the page with a new nonce. Styles of the console have the nonce; injected styles do not.
 */
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

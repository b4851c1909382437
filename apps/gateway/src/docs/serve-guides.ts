import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { LetheError } from '@lethe/contracts';
import type { FastifyInstance } from 'fastify';
import { renderErrorPage } from './error-page.js';

const OPEN = { config: { credentials: 'none' } } as const;

/**
 * Serves the documentation site at `/docs/`. Without a site, `/docs` redirects to the API
 * reference. Call it before any route is added.
 *
 * @param folder output of `tools/build-guides.mjs`; absent if the site was not built
 */
export function serveGuides(instance: FastifyInstance, folder: string | undefined): void {
  instance.get('/docs', OPEN, (_request, reply) =>
    reply.redirect(folder === undefined ? '/docs/reference' : '/docs/'),
  );
  if (folder === undefined) {
    const errors = renderErrorPage();
    instance.get('/docs/errors', OPEN, (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(errors),
    );
    instance.get('/docs/*', OPEN, () => {
      throw new LetheError('not_found', {
        message:
          'The guides are not built. Run `npm run docs:site`, then restart. The API reference is at /docs/reference.',
      });
    });
    return;
  }
  instance.get('/docs/errors', OPEN, (_request, reply) => reply.redirect('/docs/errors.html'));
  const missing = readFileSync(join(folder, '404.html'));
  instance.get('/docs/*', OPEN, (_request, reply) =>
    reply.code(404).type('text/html; charset=utf-8').send(missing),
  );
  void instance.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...OPEN.config };
    });
    await scope.register(fastifyStatic, {
      root: folder,
      prefix: '/docs/',
      wildcard: false, // adds a route for each file, so that no other path reaches the file system
      decorateReply: false,
      preCompressed: true,
      acceptRanges: false,
      globIgnore: ['**/*.br', '**/*.gz'],
      // The name of an asset contains a hash of its content. Pages keep their names when they
      // change.
      setHeaders: (response, path) => {
        response.header(
          'cache-control',
          path.startsWith(join(folder, 'assets'))
            ? 'public, max-age=31536000, immutable'
            : 'no-cache',
        );
      },
    });
  });
}

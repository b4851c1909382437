import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    neverFails?: boolean;
  }
}

/**
 * The client of this route ends with an error that it gets: whatever may succeed later, such as an outage of the
 * database or too many requests at once, is answered with 204, as if there were nothing to do, and logged.
 */
export const NeverFails = () => RouteConfig({ neverFails: true });

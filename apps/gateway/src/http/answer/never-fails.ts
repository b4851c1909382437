import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    neverFails?: boolean;
    passesOverLarge?: boolean;
  }
}

/**
 * The client of this route ends with an error that it gets: whatever may succeed later, such as an outage of the
 * database or too many requests at once, is answered with 204, as if there were nothing to do, and logged.
 */
export const NeverFails = () => RouteConfig({ neverFails: true });

/**
 * A body that is too large is answered with 204 and passed over, as what says nothing is on this route: its client would
 * only repeat it.
 */
export const PassesOverLarge = () => RouteConfig({ passesOverLarge: true });

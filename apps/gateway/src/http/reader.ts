import type { FastifyServerOptions, RawServerBase } from 'fastify';

type RouterOptions = NonNullable<FastifyServerOptions<RawServerBase>['routerOptions']>;
type Constraint = NonNullable<RouterOptions['constraints']>[string];
type Handlers = ReturnType<Constraint['storage']>;
type Handler = NonNullable<ReturnType<Handlers['get']>>;

/** Who reads an answer: the address of the sign-in page is also that of what it asks. */
export const READER = 'reader';
export type Reader = 'person' | 'program';

/** A constraint of routes. One for programs leaves a browser that opens its address to the route of the console's pages. */
export const READERS: Constraint = {
  name: READER,
  storage: (): Handlers => {
    const handlers = new Map<unknown, Handler>();
    return {
      get: (reader) => handlers.get(reader) ?? null,
      set: (reader, handler) => {
        handlers.set(reader, handler);
      },
    };
  },
  deriveConstraint: ({ headers }): Reader =>
    headers.accept?.includes('text/html') === true ? 'person' : 'program',
  mustMatchWhenDerived: false,
};

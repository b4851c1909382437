import type { FastifyRequest } from 'fastify';

/** Noun in the singular for each path segment of a resource. */
const NOUNS: Readonly<Record<string, string>> = {
  regulations: 'regulation',
  imports: 'import',
  'deletion-jobs': 'deletion job',
  sources: 'source',
  destinations: 'destination',
  connections: 'connection',
  transformations: 'transformation',
  'transformation-libraries': 'transformation library',
  'test-cases': 'test case',
  versions: 'version',
  'destination-definitions': 'destination definition',
  tokens: 'token',
  'data-planes': 'data plane',
  testDestination: 'destination',
  testSource: 'source',
};
/** Nouns of path segments that follow the id of their owner and have no id. */
const BELONGINGS: Readonly<Record<string, string>> = { transformation: 'transformation' };
/** Pattern of all ids. A text that does not match is not repeated in the message. */
const ID = /^[\w-]{1,64}$/;

/**
 * Returns a message that names the resource that was not found, such as `There is no test case
 * "case_1" of transformation "tr_1" in this workspace.` The sentence is true whether the resource
 * or its owner is missing.
 *
 * @returns `undefined` if the path names no resource
 */
export function nameMissing({
  routeOptions: { url: route = '' },
  params,
}: Pick<FastifyRequest, 'params'> & {
  readonly routeOptions: { readonly url?: string | undefined };
}): string | undefined {
  const given = Object(params) as Readonly<Record<string, unknown>>;
  const names: string[] = [];
  const segments = route.split('/');
  segments.forEach((segment, index) => {
    const noun = segment.startsWith(':') ? NOUNS[segments[index - 1] ?? ''] : undefined;
    if (noun !== undefined) names.unshift(`${noun}${shown(given[segment.slice(1)])}`);
    const belonging = BELONGINGS[segment];
    if (belonging !== undefined && names.length > 0) names.unshift(belonging);
  });
  return names.length === 0 ? undefined : `There is no ${names.join(' of ')} in this workspace.`;
}

function shown(id: unknown): string {
  return typeof id === 'string' && ID.test(id) ? ` "${id}"` : ' with this id';
}

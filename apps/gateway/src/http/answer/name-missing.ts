import type { FastifyRequest } from 'fastify';

/** What a part of a path holds, in the singular. */
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
/** What the one before it in the path may have. */
const BELONGINGS: Readonly<Record<string, string>> = { transformation: 'transformation' };
/** All ids have this form; another text is not repeated. */
const ID = /^[\w-]{1,64}$/;

/**
 * Says which resource a path does not lead to: `There is no test case "case_1" of transformation "tr_1" in this workspace.` It is true whichever
 * of them is missing.
 *
 * @returns undefined where the path names none
 */
export function nameMissing({
  routeOptions: { url: route = '' },
  params,
}: Pick<FastifyRequest, 'params'> & {
  readonly routeOptions: { readonly url?: string | undefined };
}): string | undefined {
  const given = Object(params) as Readonly<Record<string, unknown>>;
  const named: string[] = [];
  const parts = route.split('/');
  parts.forEach((part, index) => {
    const noun = part.startsWith(':') ? NOUNS[parts[index - 1] ?? ''] : undefined;
    if (noun !== undefined) named.unshift(`${noun}${shown(given[part.slice(1)])}`);
    const belonging = BELONGINGS[part];
    if (belonging !== undefined && named.length > 0) named.unshift(belonging);
  });
  return named.length === 0 ? undefined : `There is no ${named.join(' of ')} in this workspace.`;
}

function shown(id: unknown): string {
  return typeof id === 'string' && ID.test(id) ? ` "${id}"` : ' of this id';
}

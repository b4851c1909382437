import { waitFor } from '@lethe/testing';
import { Api } from '../../support/api.js';
import { IDS, TOKENS } from '../../support/workspaces.js';

/** A page of the console. */
export interface PageOfConsole {
  /** Name of its screenshots. */
  readonly name: string;
  /** The route in `router.tsx`. */
  readonly route: string;
  /** The path below `/console`. */
  readonly path: string;
  readonly heading: string;
  /** A text that appears when the page is complete. */
  readonly last: string;
}

/** The user on the pages, whose id must not leak. */
export const PERSON = 'person-on-all-pages';

/** A text that is wider than a phone and has no possible line break. */
const LONG = 'x'.repeat(200);

/**
 * Creates data for each page.
 *
 * @returns every page of the console; a test compares them with `router.tsx`
 */
export async function pagesOf(address: string): Promise<readonly PageOfConsole[]> {
  const api = new Api(address, TOKENS.admin);
  const made = async (path: string, body: object): Promise<Record<string, { id: string }>> =>
    JSON.parse((await api.request('POST', path, { body })).text) as Record<string, { id: string }>;
  const [regulation] = await api.create({
    regulationType: 'suppress_with_delete',
    users: [{ userId: PERSON, email: `${PERSON}@example.com` }],
    destinationIds: [IDS.hook],
    reason: LONG,
  });
  const code = 'export function transformEvent(event) { return event; }';
  const { transformation } = await made('/transformations', { name: 'As it came', code });
  const { library } = await made('/transformation-libraries', {
    ...{ name: 'words', code: 'export const word = "word";' },
  });
  await made('/v2/sources', { name: LONG, type: 'HTTP' });
  await made('/v2/destinations', { name: LONG, type: 'WEBHOOK', config: {} });
  await made('/v2/tokens', { name: LONG, scopes: ['regulations:read'] });
  const importId = await importOf(address, `userId\n${PERSON}\n#N/A\n`);
  const page = (name: string, path: string, heading: string, last: string, id?: string) => ({
    ...{ name, heading, last, route: path },
    path: id === undefined ? path : path.replace('$id', id),
  });
  return [
    page('overview', '/', 'Overview', 'Newest regulations'),
    page('regulations', '/regulations', 'Regulations', '2 regulations'),
    page('new-regulation', '/regulations/new', 'New regulation', 'User ids'),
    page('regulation', '/regulations/$id', 'Suppress and delete', 'Deadline', regulation!.id),
    page('users', '/users', 'Users', 'The identifier stays on this page'),
    page('deletions', '/deletions', 'Deletions', '1 job'),
    page('imports', '/imports', 'Imports', 'Done'),
    page('new-import', '/imports/new', 'New import', 'Drop a CSV or NDJSON file'),
    page('import', '/imports/$id', 'Suppress', '1 refused row', importId),
    page('destinations', '/destinations', 'Destinations', '4 of 4 shown'),
    page('new-destination', '/destinations/new', 'New destination', 'Amplitude'),
    page('destination', '/destinations/$id', 'Hook', 'Deletion url', IDS.hook),
    page('sources', '/sources', 'Sources', 'Website'),
    page('source', '/sources/$id', 'Website', 'Deaf hook', IDS.web),
    page('connections', '/connections', 'Connections', 'From Website'),
    page('tokens', '/tokens', 'Tokens', 'short-lived'),
    page('data-planes', '/data-planes', 'Data planes', 'Last seen'),
    page('transformations', '/transformations', 'Transformations', 'As it came'),
    page('new-transformation', '/transformations/new', 'New transformation', 'unchanged'),
    page('transformation', '/transformations/$id', 'As it came', 'unchanged', transformation!.id),
    page('libraries', '/libraries', 'Libraries', 'words'),
    page('new-library', '/libraries/new', 'New library', 'Libraries have no versions'),
    page('library', '/libraries/$id', 'words', 'word =', library!.id),
    page('playground', '/playground', 'Playground', 'unchanged'),
    page('system', '/system', 'System', 'Licences'),
    page('sign-in', '/sign-in', 'Sign in to Lethe', 'Access token'),
    page('not-found', '/no-such-page', 'Page not found', 'There is no page at this address'),
  ];
}

/** @returns the id of an import that has ended */
async function importOf(address: string, csv: string): Promise<string> {
  const headers = { authorization: `Bearer ${TOKENS.admin}`, 'content-type': 'text/csv' };
  const url = `${address}/v2/imports`;
  const query = '?regulationType=suppress&columns=userId&id=import-of-pages';
  const begun = await fetch(url + query, { method: 'POST', headers, body: csv });
  const { id } = (await begun.json()) as { id: string };
  await waitFor(async () => {
    const answer = await fetch(`${url}/${id}`, { headers });
    return ((await answer.json()) as { state: string }).state === 'done';
  });
  return id;
}

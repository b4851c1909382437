import { checkDestination } from './check-destination.js';
import { FileNode } from './file-node.js';
import type { ProblemCollector } from './workspace-file-error.js';

/** Members that together identify an element of a list. */
const UNIQUE: readonly (readonly [list: string, ...members: string[]])[] = [
  ['tokens', 'name'],
  ['sources', 'id'],
  ['transformations', 'id'],
  ['libraries', 'id'],
  ['libraries', 'name'],
  ['credentials', 'key'],
  ['destinations', 'id'],
  ['connections', 'sourceId', 'destinationId'],
  ['dataPlanes', 'name'],
];

/**
 * Finds what is wrong between the parts of a document: repeated ids, references that lead nowhere,
 * destinations that do not fit their definition. Takes the document as it was written, valid or
 * not, so that all problems are known at once.
 */
export function checkReferences(document: unknown, problems: ProblemCollector): void {
  const file = new FileNode(document, '');
  const workspaces = file.list('workspaces');
  const namespaces = file.list('namespaces');

  checkUnique(workspaces, ['id'], problems);
  checkUnique(namespaces, ['id'], problems);
  for (const workspace of workspaces) checkWorkspace(workspace, problems);
  for (const namespace of namespaces) {
    checkUnique(namespace.list('dataPlanes'), ['name'], problems);
    const known = textsOf(workspaces, 'id');
    for (const entry of namespace.list('workspaces'))
      checkKnown(entry, known, 'workspace', problems);
  }
  checkSecrets([...workspaces, ...namespaces], problems);
}

function checkWorkspace(workspace: FileNode, problems: ProblemCollector): void {
  for (const [list, ...names] of UNIQUE) checkUnique(workspace.list(list), names, problems);
  for (const token of workspace.list('tokens')) checkGrant(token, problems);

  const transformations = textsOf(workspace.list('transformations'), 'id');
  const sources = textsOf(workspace.list('sources'), 'id');
  const destinations = textsOf(workspace.list('destinations'), 'id');
  for (const destination of workspace.list('destinations')) {
    checkDestination(destination, problems);
    checkKnown(destination.member('transformation'), transformations, 'transformation', problems);
  }
  for (const connection of workspace.list('connections')) {
    checkKnown(connection.member('sourceId'), sources, 'source', problems);
    checkKnown(connection.member('destinationId'), destinations, 'destination', problems);
  }
}

function checkGrant(token: FileNode, problems: ProblemCollector): void {
  const given = ['role', 'scopes'].filter((name) => token.member(name).value !== undefined);
  if (given.length !== 1) problems.add(token.path, 'needs either a role or scopes');
}

function checkKnown(
  reference: FileNode,
  known: ReadonlySet<string>,
  what: string,
  problems: ProblemCollector,
): void {
  if (typeof reference.value !== 'string' || known.has(reference.value)) return;
  problems.add(reference.path, `there is no ${what} "${reference.value}" in this file`);
}

function checkUnique(
  nodes: readonly FileNode[],
  names: readonly string[],
  problems: ProblemCollector,
): void {
  const seen = new Map<string, string>();
  for (const node of nodes) {
    const texts = names.map((name) => node.text(name));
    if (texts.includes(undefined)) continue;
    const key = JSON.stringify(texts);
    const first = seen.get(key);
    const place = names.length === 1 ? node.member(names[0] ?? '').path : node.path;
    if (first === undefined) seen.set(key, node.path);
    else problems.add(place, `is the same as that of ${first}`);
  }
}

/** One secret for two purposes would give each the rights of the other. */
function checkSecrets(owners: readonly FileNode[], problems: ProblemCollector): void {
  const seen = new Map<string, string>();
  const holders = owners.flatMap((owner) => [...owner.list('tokens'), ...owner.list('dataPlanes')]);
  for (const holder of holders) {
    const secret = holder.text('token');
    if (secret === undefined) continue;
    const first = seen.get(secret);
    if (first === undefined) seen.set(secret, holder.path);
    else problems.add(holder.member('token').path, `is the same as that of ${first}`);
  }
}

function textsOf(nodes: readonly FileNode[], name: string): Set<string> {
  return new Set(nodes.flatMap((node) => node.text(name) ?? []));
}

import { checkDestination } from './check-destination.js';
import { FileNode } from './file-node.js';
import type { ProblemCollector } from './workspace-file-error.js';

/** Lists, and the members that together identify an element of the list. */
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
 * Finds repeated ids, references to missing elements, and destinations that do not match the
 * definition of their type. Accepts an invalid document, so that all problems can be reported at
 * once.
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
  kind: string,
  problems: ProblemCollector,
): void {
  if (typeof reference.value !== 'string' || known.has(reference.value)) return;
  problems.add(reference.path, `there is no ${kind} "${reference.value}" in this file`);
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
    if (first === undefined) seen.set(key, node.path);
    else if (names.length > 1) problems.add(node.path, `is the same connection as ${first}`);
    else problems.add(node.member(names[0] ?? '').path, `is already used by ${first}`);
  }
}

/**
 * Reports a secret that two owners share, because each owner would have the rights of the other
 * owner.
 */
function checkSecrets(owners: readonly FileNode[], problems: ProblemCollector): void {
  const seen = new Map<string, string>();
  const holders = owners.flatMap((owner) => [...owner.list('tokens'), ...owner.list('dataPlanes')]);
  for (const holder of holders) {
    const secret = holder.text('token');
    if (secret === undefined) continue;
    const first = seen.get(secret);
    if (first === undefined) seen.set(secret, holder.path);
    else problems.add(holder.member('token').path, `is already the secret of ${first}`);
  }
}

function textsOf(nodes: readonly FileNode[], name: string): Set<string> {
  return new Set(nodes.flatMap((node) => node.text(name) ?? []));
}

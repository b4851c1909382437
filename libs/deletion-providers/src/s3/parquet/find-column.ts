import type { ColumnMetaData, FileMetaData, RowGroup } from 'hyparquet';
import { UnreadableError } from '../unreadable-error.js';
import { childOf, rootOf, type SchemaNode } from './schema-paths.js';

/** Result of the search for the userId column in a row group. */
export type UserColumn =
  | { readonly kind: 'one'; readonly column: ColumnMetaData }
  | { readonly kind: 'absent' }
  /**
   * The path crosses a list or a map, ends in a list or an object, or exists twice. The values of
   * these columns can be userIds.
   */
  | { readonly kind: 'unclear'; readonly columns: readonly ColumnMetaData[] };

/**
 * Returns a function that finds the userId column in a row group. The schema is searched only once
 * for all row groups.
 *
 * @param field path of the column through nested groups, or its name if the name contains dots
 * @returns a function that throws UnreadableError if a row group has the column several times
 */
export function columnFinder(
  { schema }: FileMetaData,
  field: string,
): (group: RowGroup) => UserColumn {
  const root = rootOf(schema);
  const paths = [[field], field.split('.')].slice(field.includes('.') ? 0 : 1);
  const nodes = paths.flatMap((path) => follow(root, path) ?? []);
  return (group) => findColumn(nodes, group);
}

function findColumn(nodes: readonly PathEnd[], group: RowGroup): UserColumn {
  const columns = group.columns.flatMap(({ meta_data: meta }) => meta ?? []);
  const below = (node: SchemaNode) =>
    columns.filter(({ path_in_schema: path }) => node.path.every((name, at) => path[at] === name));
  const [found, another] = nodes;
  if (found === undefined) return { kind: 'absent' };
  if (another !== undefined || !found.isEnd || found.node.children.length > 0) {
    return { kind: 'unclear', columns: nodes.flatMap(({ node }) => below(node)) };
  }
  const [column, twin] = below(found.node);
  if (twin !== undefined) {
    throw new UnreadableError('has several columns with the name that userIdField gives');
  }
  return column === undefined ? { kind: 'absent' } : { kind: 'one', column };
}

/** The node at the end of the path, or the first list or map on the path. */
interface PathEnd {
  readonly node: SchemaNode;
  readonly isEnd: boolean;
}

function follow(root: SchemaNode, path: readonly string[]): PathEnd | undefined {
  let node = root;
  for (const name of path) {
    if (node !== root && isMany(node)) return { node, isEnd: false };
    const next = childOf(node, name);
    if (next === undefined) return undefined;
    node = next;
  }
  return { node, isEnd: true };
}

function isMany({ element }: SchemaNode): boolean {
  const kind = element.logical_type?.type ?? element.converted_type;
  return (
    element.repetition_type === 'REPEATED' ||
    kind === 'LIST' ||
    kind === 'MAP' ||
    kind === 'MAP_KEY_VALUE'
  );
}

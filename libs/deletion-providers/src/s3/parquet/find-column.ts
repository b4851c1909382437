import type { ColumnMetaData, FileMetaData, RowGroup } from 'hyparquet';
import { UnreadableError } from '../unreadable-error.js';
import { childOf, rootOf, type SchemaNode } from './schema-paths.js';

/** Where a row group has its users. */
export type UserColumn =
  | { readonly kind: 'one'; readonly column: ColumnMetaData }
  | { readonly kind: 'absent' }
  /** The path crosses a list or a map, ends in a list or an object, or is there twice: in these columns users may be named. */
  | { readonly kind: 'unclear'; readonly columns: readonly ColumnMetaData[] };

/**
 * Looks for the column that holds the userId, by nested groups or as one name that has the dots itself. The schema is
 * looked into once for all row groups.
 *
 * @param field its path
 * @returns the column of a row group; throws UnreadableError where several columns have the same path
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

function findColumn(nodes: readonly Place[], group: RowGroup): UserColumn {
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
    throw new UnreadableError('has several columns of the name of the field that holds the userId');
  }
  return column === undefined ? { kind: 'absent' } : { kind: 'one', column };
}

/** The node at the end of the path, or the list or map on the way to it. */
interface Place {
  readonly node: SchemaNode;
  readonly isEnd: boolean;
}

function follow(root: SchemaNode, path: readonly string[]): Place | undefined {
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

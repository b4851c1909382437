import { parquetSchema, type ColumnMetaData, type FileMetaData, type RowGroup } from 'hyparquet';
import { UnreadableError } from '../json-lines.js';

type Node = ReturnType<typeof parquetSchema>;

/** Where a row group has its users. */
export type UserColumn =
  | { readonly kind: 'one'; readonly column: ColumnMetaData }
  | { readonly kind: 'absent' }
  /** The path crosses a list or a map, ends in a list or an object, or is there twice: in these columns users may be named. */
  | { readonly kind: 'unclear'; readonly columns: readonly ColumnMetaData[] };

/**
 * Looks for the column that holds the userId, by nested groups or as one name that has the dots itself.
 *
 * @param field its path
 * @throws UnreadableError where several columns have the same path
 */
export function findColumn(metadata: FileMetaData, group: RowGroup, field: string): UserColumn {
  const root = parquetSchema(metadata);
  const paths = [[field], field.split('.')].slice(field.includes('.') ? 0 : 1);
  const nodes = paths.flatMap((path) => follow(root, path) ?? []);
  const columns = group.columns.flatMap(({ meta_data: meta }) => meta ?? []);
  const below = (node: Node) =>
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

/** @returns the node at the end of the path, or the list or map on the way to it */
function follow(
  root: Node,
  path: readonly string[],
): { readonly node: Node; readonly isEnd: boolean } | undefined {
  let node = root;
  for (const name of path) {
    if (node !== root && isMany(node)) return { node, isEnd: false };
    const next = node.children.find(({ element }) => element.name === name);
    if (next === undefined) return undefined;
    node = next;
  }
  return { node, isEnd: true };
}

function isMany({ element }: Node): boolean {
  const kind = element.logical_type?.type ?? element.converted_type;
  return (
    element.repetition_type === 'REPEATED' ||
    kind === 'LIST' ||
    kind === 'MAP' ||
    kind === 'MAP_KEY_VALUE'
  );
}

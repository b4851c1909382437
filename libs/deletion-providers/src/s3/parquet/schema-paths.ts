import { parquetSchema, type SchemaElement } from 'hyparquet';
import { invalid } from './parquet-footer.js';

export type SchemaNode = ReturnType<typeof parquetSchema>;

/** Maximum number of nested levels in a schema. Usual files have only a few. */
const MOST_LEVELS = 200;

/** Cache of schema trees, because a tree is needed for each column of each row group. */
const known = new WeakMap<readonly SchemaElement[], SchemaNode>();
const children = new WeakMap<SchemaNode, ReadonlyMap<string, SchemaNode>>();

/**
 * Returns the tree of a schema, from the cache if possible. Each node stores its whole path, so the
 * number of levels is limited.
 *
 * @throws UnreadableError if the schema has too many nested levels
 */
export function rootOf(schema: SchemaElement[]): SchemaNode {
  const made = known.get(schema);
  if (made !== undefined) return made;
  checkLevels(schema);
  const root = parquetSchema({ schema });
  known.set(schema, root);
  return root;
}

/** @returns the first child with the name */
export function childOf(node: SchemaNode, name: string): SchemaNode | undefined {
  let byName = children.get(node);
  if (byName === undefined) {
    byName = new Map([...node.children].reverse().map((child) => [child.element.name, child]));
    children.set(node, byName);
  }
  return byName.get(name);
}

/** @throws UnreadableError if the schema has no node at the path */
export function nodesOnPath(schema: SchemaElement[], path: readonly string[]): SchemaNode[] {
  let node = rootOf(schema);
  const nodes = [node];
  for (const name of path) {
    const next = childOf(node, name);
    if (next === undefined) throw invalid('a column does not fit the schema');
    node = next;
    nodes.push(node);
  }
  return nodes;
}

function checkLevels(schema: readonly SchemaElement[]): void {
  /** For each open node, the number of its children that still follow. */
  const left: number[] = [];
  for (const { num_children: count = 0 } of schema) {
    while (left.at(-1) === 0) left.pop();
    const last = left.length - 1;
    if (last >= 0) left[last] = (left[last] ?? 0) - 1;
    if (count > 0) left.push(count);
    if (left.length > MOST_LEVELS) throw invalid('its schema nests too deeply');
  }
}

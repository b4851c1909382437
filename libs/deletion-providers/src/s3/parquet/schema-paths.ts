import { parquetSchema, type SchemaElement } from 'hyparquet';
import { invalid } from './parquet-footer.js';

export type SchemaNode = ReturnType<typeof parquetSchema>;

/** Levels of a schema. Each node has a path of its own, and writers nest by a few levels. */
const MOST_LEVELS = 200;

/** By schema: it is looked into for each column of each row group. */
const known = new WeakMap<readonly SchemaElement[], SchemaNode>();
const children = new WeakMap<SchemaNode, ReadonlyMap<string, SchemaNode>>();

/**
 * The tree of a schema, made once.
 *
 * @throws UnreadableError where it nests too deeply: each node has a path of its own
 */
export function rootOf(schema: SchemaElement[]): SchemaNode {
  const made = known.get(schema);
  if (made !== undefined) return made;
  checkLevels(schema);
  const root = parquetSchema({ schema });
  known.set(schema, root);
  return root;
}

/** @returns the first one of its name */
export function childOf(node: SchemaNode, name: string): SchemaNode | undefined {
  let byName = children.get(node);
  if (byName === undefined) {
    byName = new Map([...node.children].reverse().map((child) => [child.element.name, child]));
    children.set(node, byName);
  }
  return byName.get(name);
}

/** @throws UnreadableError where there is no such node */
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
  /** Children that are still to come, of each node that is open. */
  const left: number[] = [];
  for (const { num_children: count = 0 } of schema) {
    while (left.at(-1) === 0) left.pop();
    const last = left.length - 1;
    if (last >= 0) left[last] = (left[last] ?? 0) - 1;
    if (count > 0) left.push(count);
    if (left.length > MOST_LEVELS) throw invalid('its schema nests too deeply');
  }
}

// What esbuild's `keepNames` does too much of: it names each function anew whenever one is made, which stood out in profiles of
// creates. A function has the name of what it is assigned to by itself; classes, by whose names Nest and TypeORM go, keep theirs by force.
import { parse } from 'acorn';

const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression'];

/**
 * @param text of a bundle
 * @returns the same, without the calls that name functions as they are named anyway; each line keeps its number
 */
export function withoutForcedNames(text) {
  const cuts = [];
  for (const call of callsIn(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }))) {
    const [target, name] = call.arguments;
    if (!isNamedAnyway(target, name.value)) continue;
    // In parentheses it is one expression still, and an anonymous function in them is named as without.
    cuts.push([call.start, target.start, '('], [target.end, call.end, ')']);
  }
  cuts.sort(([a], [b]) => a - b);
  let at = 0;
  const parts = cuts.flatMap(([start, end, instead]) => {
    const part = text.slice(at, start);
    at = end;
    return [part, instead];
  });
  return parts.join('') + text.slice(at);
}

function isNamedAnyway(target, name) {
  if (target.type === 'Identifier') return target.name === name;
  if (!FUNCTIONS.includes(target.type)) return false;
  return target.id == null || target.id.name === name;
}

/** All calls of `__name` in a tree. */
function* callsIn(root) {
  const waiting = [root];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (node.type === 'CallExpression' && node.callee.name === '__name') yield node;
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) waiting.push(...value.filter(isNode));
      else if (isNode(value)) waiting.push(value);
    }
  }
}

function isNode(value) {
  return typeof value?.type === 'string';
}

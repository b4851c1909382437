// With the option `keepNames`, esbuild adds a call that names a function each time the function is
// created. These calls took visible time in profiles of the creation of regulations. Without the
// call, JavaScript gives a function the name of its variable, so this file removes the calls of
// functions. Classes keep the calls, because Nest and TypeORM use the names.
import { parse } from 'acorn';

const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression'];

/**
 * @param text text of a bundle
 * @returns the text without unnecessary calls that name functions. Line numbers do not change
 */
export function withoutForcedNames(text) {
  const cuts = [];
  for (const call of callsIn(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }))) {
    const [target, name] = call.arguments;
    if (!isNamedAnyway(target, name.value)) continue;
    // The parentheses keep the function a single expression. JavaScript gives the name of the
    // variable to an anonymous function in parentheses too.
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

/** Yields all calls of `__name` in a syntax tree. */
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

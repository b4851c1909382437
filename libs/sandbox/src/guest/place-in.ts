import type { CodePlace } from './transformation-run.js';

/**
 * Returns the innermost line of the transformation in a stack. If the stack has no such line,
 * returns the innermost line of a library.
 *
 * @param stack stack of the interpreter, which hostile code can forge
 * @param own module name of the transformation
 * @param modules names of all modules of the run
 */
export function placeIn(
  stack: string,
  own: string,
  modules: readonly string[],
): CodePlace | undefined {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  for (const name of [own, ...modules.filter((module) => module !== own)]) {
    for (const frame of frames) {
      const place = placeOf(frame, name);
      if (place !== undefined) return name === own ? place : { ...place, library: name };
    }
  }
  return undefined;
}

/** Parses a frame such as `    at transform (Mask e-mail:3:5)` or `    at Mask e-mail:3:5`. */
function placeOf(frame: string, module: string): CodePlace | undefined {
  const at = frame.lastIndexOf(`${module}:`);
  const before = at < 1 ? '' : frame.charAt(at - 1);
  if (before !== '(' && before !== ' ') return undefined;
  const [, line, column] =
    /^(\d{1,7})(?::(\d{1,7}))?\)?$/.exec(frame.slice(at + module.length + 1)) ?? [];
  if (line === undefined) return undefined;
  return { line: Number(line), ...(column === undefined ? {} : { column: Number(column) }) };
}

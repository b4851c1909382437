import type { CodePlace } from './transformation-run.js';

/**
 * @param stack as the interpreter writes it, or as hostile code forged it
 * @param own the name of the transformation's module
 * @param modules names of all modules of the run
 * @returns the innermost line of the transformation, or else of a library
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

/** `    at transform (Mask e-mail:3:5)`, or without a function `    at Mask e-mail:3:5`. */
function placeOf(frame: string, module: string): CodePlace | undefined {
  const at = frame.lastIndexOf(`${module}:`);
  const before = at < 1 ? '' : frame.charAt(at - 1);
  if (before !== '(' && before !== ' ') return undefined;
  const [, line, column] =
    /^(\d{1,7})(?::(\d{1,7}))?\)?$/.exec(frame.slice(at + module.length + 1)) ?? [];
  if (line === undefined) return undefined;
  return { line: Number(line), ...(column === undefined ? {} : { column: Number(column) }) };
}

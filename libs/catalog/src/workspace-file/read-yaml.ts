import { parseDocument } from 'yaml';
import type { ProblemCollector } from './workspace-file-error.js';

/**
 * Reads one YAML document. A JSON document is also a YAML document.
 *
 * @returns the value; `undefined` if there are syntax errors, which are added to `problems`
 */
export function readYaml(text: string, problems: Pick<ProblemCollector, 'add'>): unknown {
  // `parseDocument` reports the position of each error, so that each problem can name its line.
  const document = parseDocument(text, { prettyErrors: false });
  for (const { pos, message } of document.errors) {
    const before = text.slice(0, pos[0]).split('\n');
    problems.add(`line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`, message);
  }
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS() as unknown;
  } catch (error) {
    // `toJS` throws if an alias has no anchor, or if aliases expand to too many values.
    problems.add('', error instanceof Error ? error.message : 'The file cannot be read.');
    return undefined;
  }
}

import { parseDocument } from 'yaml';
import type { ProblemCollector } from './workspace-file-error.js';

/**
 * Reads one YAML document; JSON is YAML too.
 *
 * @returns the value, or `undefined` when there were syntax errors, which are then in `problems`
 */
export function readYaml(text: string, problems: Pick<ProblemCollector, 'add'>): unknown {
  // This parser knows positions, so that problems can name the line.
  const document = parseDocument(text, { prettyErrors: false });
  for (const { pos, message } of document.errors) {
    const before = text.slice(0, pos[0]).split('\n');
    problems.add(`line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`, message);
  }
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS() as unknown;
  } catch (error) {
    // Thrown for an alias without an anchor, or for aliases that expand without end.
    problems.add('', error instanceof Error ? error.message : 'The file cannot be read.');
    return undefined;
  }
}

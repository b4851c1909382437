import type { CommandContext, Terminal } from './command-context.js';
import { printable } from './printable.js';

/**
 * Returns a context whose results are printed to the terminal.
 *
 * @param wantsJson called for each result
 */
export function showResults(terminal: Terminal, wantsJson: () => boolean): CommandContext {
  const showEach: CommandContext['showEach'] = (results, lines) => {
    const texts = wantsJson() ? results.map(toJson) : lines().map(printable);
    for (const text of texts) terminal.print(text);
  };
  return {
    ...terminal,
    showEach,
    show: (result, lines) => {
      showEach([result], lines);
    },
  };
}

/** Returns one line of JSON without control characters, which a terminal would execute. */
export function toJson(value: unknown): string {
  return printable(JSON.stringify(value));
}

import type { TestRun } from '../../api/tests.js';
import type { LineDiagnostic } from '../../ui/index.js';
import { TEXTS } from './texts.js';

/** Maximum number of logs that the editor shows at one line. */
const MOST_LOGS = 5;

/**
 * Returns the errors and logs that the editor shows at lines of the code. Only the result pane
 * shows errors and logs of libraries.
 */
export function diagnosticsOf(run: TestRun | undefined): LineDiagnostic[] {
  const results = run?.results ?? [];
  const errors = results.flatMap(({ error }) =>
    error?.line === undefined || error.library !== undefined
      ? []
      : [{ line: error.line, column: error.column, message: error.message }],
  );
  const logs = new Map<number, string[]>();
  for (const { line, library, text } of results.flatMap((one) => one.logs)) {
    if (line === undefined || library !== undefined) continue;
    logs.set(line, [...(logs.get(line) ?? []), text]);
  }
  const unique = new Map(errors.map((one) => [JSON.stringify(one), one]));
  return [
    ...[...unique.values()].map(({ column, ...one }): LineDiagnostic => ({
      ...one,
      ...(column !== undefined && { column }),
      severity: 'error',
    })),
    ...[...logs].map(([line, texts]): LineDiagnostic => ({
      line,
      severity: 'info',
      message:
        texts.slice(0, MOST_LOGS).join('\n') +
        (texts.length > MOST_LOGS ? `\n${TEXTS.diagnosticsOf.more(texts.length - MOST_LOGS)}` : ''),
    })),
  ];
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A function or class that a file exports. */
export interface Exported {
  readonly name: string;
  /** Path of the file, relative to the folder. */
  readonly file: string;
  readonly isAsync: boolean;
}

const EXPORT =
  /^export (?:abstract )?(async )?(?:function\*?|class|const) (\w+)(?: extends (\w*Error)\b)?/gm;
const CONSTANT = /^[A-Z\d_]+$/;

/**
 * Returns the functions and classes that the files of a folder export, except error classes. Reads
 * the source code, so the list is always complete.
 */
export function exportsOf(folder: string): readonly Exported[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .sort()
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(EXPORT)].flatMap(
        ([, isAsync, name = '', error]): Exported[] =>
          error !== undefined || CONSTANT.test(name)
            ? []
            : [{ name, file, isAsync: isAsync !== undefined }],
      ),
    );
}

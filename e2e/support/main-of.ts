import { fileURLToPath } from 'node:url';

/** Returns the file that starts an app. */
export function mainOf(app: string): string {
  return fileURLToPath(new URL(`../../apps/${app}/dist/bundle/main.js`, import.meta.url));
}

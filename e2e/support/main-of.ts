import { fileURLToPath } from 'node:url';

/** The file that starts an app. */
export function mainOf(app: string): string {
  return fileURLToPath(new URL(`../../apps/${app}/dist/bundle/main.js`, import.meta.url));
}

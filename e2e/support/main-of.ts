import { fileURLToPath } from 'node:url';

export function mainOf(app: string): string {
  return fileURLToPath(new URL(`../../apps/${app}/dist/bundle/main.js`, import.meta.url));
}

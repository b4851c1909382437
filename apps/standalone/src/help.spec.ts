import { fileURLToPath } from 'node:url';
import { spawnApp } from '@lethe/testing';
import { HELP } from './help.js';
import { standaloneConfigSchema } from './standalone.config.js';

describe('npm start -- --help', () => {
  it.each(['--help', '-h'])('prints help with %s and starts nothing', async (option) => {
    const main = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));
    const env = { PORT: 'none: a start would end with exit code 1' };
    const app = spawnApp({ args: [main, option], env });
    await expect(app.exited).resolves.toMatchObject({ code: 0 });
    expect(`${app.stdout.join('\n')}\n`).toBe(HELP);
  });

  it('mentions only variables that exist', () => {
    const named = [...HELP.matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name]) => name);
    const known = new Set(Object.keys(standaloneConfigSchema.shape));
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name = '') => !known.has(name))).toEqual([]);
  });
});

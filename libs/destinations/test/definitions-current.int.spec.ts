import { actionsSlug, allDefinitions } from '@lethe/destination-definitions';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = fileURLToPath(new URL('../scripts/generate-definitions.mjs', import.meta.url));

describe('the generated definitions', () => {
  it('match the installed library', async () => {
    const check = promisify(execFile)(process.execPath, [SCRIPT, '--check']);
    await expect(check).resolves.toMatchObject({ stderr: '' });
  });

  it('contain the slug of each type of the library', () => {
    const types = allDefinitions().filter(({ provider }) => provider === 'actions');
    expect(types.filter(({ name }) => actionsSlug(name) === undefined)).toEqual([]);
  });

  it('do not load the library, which the provider loads only for its first run', async () => {
    const code = `
      import Module from 'node:module';
      import { createActionsProvider } from '@lethe/destinations';
      createActionsProvider();
      console.log(JSON.stringify(Object.keys(Module._cache)));
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', code],
      { cwd: fileURLToPath(new URL('..', import.meta.url)) },
    );
    const loaded = JSON.parse(stdout) as string[];
    expect(loaded.some((path) => path.includes('piscina'))).toBe(true);
    expect(loaded.filter((path) => /@segment|@mswjs/.test(path))).toEqual([]);
  });
});

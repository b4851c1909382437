import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const TOOLS = ['build-record.mjs', 'closure-of.mjs', 'compile.mjs', 'swc-options.mjs'];
const ENTITY = `
import type { Other } from './other.js';
const noted: unknown[] = [];
Object.assign(Reflect, { metadata: (key: string, value: unknown) => () => void noted.push([key, value]) });
const column: PropertyDecorator = () => undefined;
export class Entity {
  @column name!: string;
  @column made!: Date;
}
export const other: Other = noted.map(String).join(' ');
`;

describe('the compilation of packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-compile-'));
  const src = join(folder, 'libs/a/src');
  const dist = join(folder, 'libs/a/dist');

  beforeAll(() => {
    for (const name of TOOLS) cpSync(join(root, 'tools', name), join(folder, 'tools', name));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const lock = { packages: { 'libs/a': { name: 'a' } } };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    mkdirSync(join(src, 'inner'), { recursive: true });
    mkdirSync(join(folder, 'apps'));
    writeFileSync(join(folder, 'libs/a/package.json'), '{"type":"module"}');
    writeFileSync(join(src, 'entity.ts'), ENTITY);
    writeFileSync(join(src, 'other.ts'), 'export type Other = string;\n');
    writeFileSync(join(src, 'inner/fails.ts'), "\nthrow new Error('here');\n");
    writeFileSync(join(src, 'entity.spec.ts'), 'it.todo("is a spec");\n');
    writeFileSync(join(src, 'facts.json'), '{}\n');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const node = (...args: readonly string[]) =>
    spawnSync(process.execPath, args, { encoding: 'utf8', cwd: folder });
  const compile = () => {
    const { status, stderr } = node(join(folder, 'tools/compile.mjs'));
    return { status, stderr };
  };
  const fine = { status: 0, stderr: '' };
  const made = (name: string) => statSync(join(dist, name)).mtimeMs;

  it('writes JavaScript with the metadata of decorators, without specs', () => {
    expect(compile()).toEqual(fine);
    const url = pathToFileURL(join(dist, 'entity.js')).href;
    const { stdout } = node(
      '--input-type=module',
      '-e',
      `console.log((await import('${url}')).other)`,
    );
    expect(stdout).toContain('design:type,function String()');
    expect(stdout).toContain('design:type,function Date()');
    expect(existsSync(join(dist, 'facts.json'))).toBe(true);
    expect(existsSync(join(dist, 'entity.spec.js'))).toBe(false);
  });

  it('writes source maps, so that errors name the line of the source', () => {
    const { stderr } = node('--enable-source-maps', join(dist, 'inner/fails.js'));
    expect(stderr).toContain(`${join(src, 'inner/fails.ts')}:2`);
  });

  it('does nothing if no file changed', () => {
    const before = made('entity.js');
    expect(compile()).toEqual(fine);
    expect(made('entity.js')).toBe(before);
  });

  it('compiles again after an edit, a new file, and a build that was killed', () => {
    writeFileSync(join(src, 'other.ts'), 'export const edited = 1;\n');
    expect(compile()).toEqual(fine);
    expect(readFileSync(join(dist, 'other.js'), 'utf8')).toContain('edited');

    writeFileSync(join(src, 'new.ts'), 'export const added = 1;\n');
    expect(compile()).toEqual(fine);
    expect(existsSync(join(dist, 'new.js'))).toBe(true);

    rmSync(join(dist, 'inner'), { recursive: true });
    expect(compile()).toEqual(fine);
    expect(existsSync(join(dist, 'inner/fails.js'))).toBe(true);
  });

  it('removes the output of a deleted source, and keeps other files', () => {
    writeFileSync(join(dist, 'entity.d.ts'), 'export {};\n');
    rmSync(join(src, 'new.ts'));
    expect(compile()).toEqual(fine);
    expect(existsSync(join(dist, 'new.js'))).toBe(false);
    expect(existsSync(join(dist, 'new.js.map'))).toBe(false);
    expect(existsSync(join(dist, 'entity.d.ts'))).toBe(true);
  });

  it('fails with the place of a syntax error, also the next time', () => {
    writeFileSync(join(src, 'other.ts'), 'export const = 1;\n');
    for (const { status, stderr } of [compile(), compile()]) {
      expect(status).not.toBe(0);
      expect(stderr).toContain('other.ts:1');
    }
  });
});

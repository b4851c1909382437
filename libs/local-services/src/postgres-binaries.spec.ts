import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalServiceError } from './local-service-error.js';
import { findPostgresBinaries, restoreSymlinks } from './postgres-binaries.js';

describe('findPostgresBinaries', () => {
  it('finds the programs of this platform', () => {
    const { postgres, initdb, majorVersion } = findPostgresBinaries();
    expect([existsSync(postgres), existsSync(initdb), majorVersion]).toEqual([true, true, '18']);
  });

  it('suggests DATABASE_URL if there are no programs for the platform', () => {
    const find = (): unknown => findPostgresBinaries('sunos', 'sparc');
    expect(find).toThrow(LocalServiceError);
    expect(find).toThrow(/sunos-sparc is not installed.*DATABASE_URL/);
  });
});

describe('restoreSymlinks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'symlinks-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('creates the links that an install script would create', () => {
    const native = join(folder, 'native');
    mkdirSync(join(native, 'lib'), { recursive: true });
    writeFileSync(join(native, 'lib', 'libpq.so.5.18'), '');
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
    restoreSymlinks(native);
    restoreSymlinks(native);
    expect(existsSync(join(native, 'lib', 'libpq.so.5'))).toBe(true);
  });
});

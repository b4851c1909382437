import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CatalogError } from '../catalog-error.js';
import { importDefinitionsFile } from './import-definitions-file.js';

describe('an invalid definitions file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-definitions-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['a list that contains itself', '&a [*a]', /alias/],
    ['a text that is not YAML', 'definitions: [', /line 1, column \d+/],
  ])('is rejected, and the error contains its path: %s', (_, text, explained) => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, text);
    const attempt = () => {
      importDefinitionsFile(file);
    };
    expect(attempt).toThrow(CatalogError);
    expect(attempt).toThrow(
      `The definitions file is not valid (LETHE_DEFINITIONS_FILE, ${file}):\n  - `,
    );
    expect(attempt).toThrow(explained);
  });

  it('is rejected with a message of one line if it does not exist', () => {
    const file = join(folder, 'none.yaml');
    expect(() => {
      importDefinitionsFile(file);
    }).toThrow(/^LETHE_DEFINITIONS_FILE: [^\n]*none\.yaml cannot be read \(ENOENT\)\. [^\n]*$/);
  });
});

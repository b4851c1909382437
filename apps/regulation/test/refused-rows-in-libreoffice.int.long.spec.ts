import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cellsOf, readCsvText, shapeOf } from '@lethe/contracts/user-files';
import fc from 'fast-check';
import { RefusalsCsv } from '../src/imports/refusals-csv.js';

/** From the Debian package libreoffice-calc. */
const OFFICE = '/usr/bin/soffice';
const ROWS = 10_000;
const COLUMNS = 6;
const ALL_AS_TEXT = Array.from({ length: COLUMNS + 2 }, (_none, at) => `${at + 1}/2`).join('/');

const PARTS = [
  ...["'", '=', '+', '-', '@', ',', ';', '\t', '\n', '\r\n', '"', ' ', '7', '.', 'E+5', 'é', '😀'],
  ...['007', '9.0E+15', '+49 30', '=1+1', 'TRUE', '2026-11-26', '1/2', '#N/A', 'lethe', '\u00a0'],
];
const cell = fc.array(fc.constantFrom(...PARTS), { maxLength: 5 }).map((parts) => parts.join(''));
const row = fc.array(cell, { minLength: 1, maxLength: 3 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lethe-office-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Opens and saves a file with all columns as text. */
async function saved(csv: string, delimiter: string): Promise<string> {
  const file = join(folder, 'refused.csv');
  writeFileSync(file, csv);
  const code = delimiter.charCodeAt(0);
  const filter = 'Text - txt - csv (StarCalc)';
  await promisify(execFile)(OFFICE, [
    `-env:UserInstallation=file://${join(folder, 'profile')}`,
    '--headless',
    `--infilter=${filter}:${code},34,76,1,${ALL_AS_TEXT}`,
    ...['--convert-to', `csv:${filter}:${code},34,76,1,,0,true,true,false`],
    ...['--outdir', join(folder, 'out'), file],
  ]);
  return readFileSync(join(folder, 'out', 'refused.csv'), 'utf8');
}

(existsSync(OFFICE) ? describe : describe.skip)('10,000 refused rows in LibreOffice', () => {
  it.each([',', ';'])(
    'stay unchanged, except for the kind of line breaks: %j',
    async (delimiter) => {
      const rows = fc.sample(row, { numRuns: ROWS, seed: 11 });
      const file = new RefusalsCsv({ header: ['userId', '=e;+mail'], columns: null, delimiter });
      const refused = rows.map((fields, index) => ({
        ...{ line: String(index + 2), identifier: 'userId', reason: '=is, "wrong"', fields },
      }));
      const [header, ...read] = readCsvText(
        await saved(file.header() + file.rows(refused), delimiter),
        delimiter,
      );
      const shape = shapeOf(header?.fields ?? []);
      expect(shape.names).toEqual(['userId', '=e;+mail']);
      const expected = rows.map((cells) => cells.map((text) => text.replaceAll('\r\n', '\n')));
      expect(read.map(({ fields }) => cellsOf(shape, fields))).toEqual(expected);
    },
  );
});

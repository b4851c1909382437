import type { CostTable, CostlyInput } from './inputs.js';

/**
 * Returns an upload. The gateway forwards pieces of the file and reads no rows. Tests of the
 * regulation service, which reads the rows, measure the cost of the rows.
 */
function file(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): CostlyInput {
  return {
    name: 'a file',
    most: 4_000_000,
    request: (size) => ({
      ...{ method, path, body: 'user-1234\n'.repeat(size / 10) },
      headers: { 'content-type': 'text/csv', ...headers },
    }),
  };
}

const QUERY = '?regulationType=suppress&columns=id%3DuserId';

export const IMPORTS: CostTable = {
  listImports: 'query',
  createImport: [file('POST', `/v2/imports${QUERY}`, {})],
  getImport: 'path',
  continueImport: [
    file('PATCH', '/v2/imports/0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11', {
      'content-type': 'application/partial-upload',
      'upload-offset': '0',
    }),
  ],
  getImportRefusals: 'path',
  cancelImport: 'path',
};

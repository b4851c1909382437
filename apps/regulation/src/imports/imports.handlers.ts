import type { ImportCommands } from '@lethe/api/imports';
import type { ServiceParts } from '../service-parts.js';
import { appendToImport } from './append-to-import.use-case.js';
import { cancelImport } from './cancel-import.use-case.js';
import { createImport } from './create-import.use-case.js';
import { importRefusals } from './import-refusals.query.js';
import { getImport, listImports } from './imports.query.js';

/** `process-imports.ts` processes the uploaded files. */
export function importHandlers(parts: ServiceParts): ImportCommands {
  const { order, read } = parts.gate.with(parts);
  return {
    createImport: order(createImport),
    appendToImport: order(appendToImport),
    cancelImport: order(cancelImport),
    getImport: read(getImport),
    listImports: read(listImports),
    importRefusals: read(importRefusals),
  };
}

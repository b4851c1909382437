import type { ImportState } from '../../api/imports.js';
import type { Tone } from '../../ui/index.js';

export const IMPORT_STATES: Readonly<Record<ImportState, readonly [label: string, tone: Tone]>> = {
  uploading: ['Uploading', 'info'],
  running: ['Running', 'info'],
  done: ['Done', 'success'],
  failed: ['Failed', 'danger'],
  canceled: ['Canceled', 'neutral'],
};

export const SUSPICIOUS_WARNING =
  'Rows whose ids look like a mistake, such as null or #N/A, are taken, too.';

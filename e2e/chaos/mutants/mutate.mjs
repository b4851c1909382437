/**
 * Preload for a process under test (`node --import`): lets a defect into its built code while that is loaded.
 * LETHE_CHAOS_MUTANT has the edits as JSON: `file` (end of the path), `find` (once in it), `replace`.
 */
import { register } from 'node:module';

register('./mutate-hooks.mjs', import.meta.url, {
  data: JSON.parse(process.env.LETHE_CHAOS_MUTANT ?? '[]'),
});

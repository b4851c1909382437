/**
 * Preload for a process under test (`node --import`): changes built code while Node loads it, to
 * add a defect. LETHE_CHAOS_MUTANT has the edits as JSON: `file` (end of the path), `find` (occurs
 * once in it), `replace`.
 */
import { register } from 'node:module';

register('./mutate-hooks.mjs', import.meta.url, {
  data: JSON.parse(process.env.LETHE_CHAOS_MUTANT ?? '[]'),
});

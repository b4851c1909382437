/**
 * A process under test preloads this file with `node --import`. It adds a defect: it changes built
 * code while Node loads the code. LETHE_CHAOS_MUTANT has the edits as JSON, each with `file` (the
 * end of a path), `find` (a text that occurs once in the file) and `replace`.
 */
import { register } from 'node:module';

register('./mutate-hooks.mjs', import.meta.url, {
  data: JSON.parse(process.env.LETHE_CHAOS_MUTANT ?? '[]'),
});

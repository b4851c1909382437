import { IMPORT_PATTERNS } from '@lethe/contracts';
import type { CommandTable } from './table.js';
import type { World } from './world.js';

const ENDED = `'id', 'import-' || n, 'key', gen_random_uuid(), 'state', 'done', 'ended_at', now()`;
const piece = Buffer.from('x'.repeat(1_000)).toString('base64');

/** An import whose file is so many pieces long, and goes on. */
async function longFile(world: World): Promise<string> {
  const { id } = await world.import('x'.repeat(1_000), false);
  await world.copies('import_pieces', `'at', 1000 * n`);
  await world.query('update regulation.imports set received_bytes = 1000 * ($1::bigint + 1)', [
    world.size,
  ]);
  return id;
}

export const IMPORTS: CommandTable = {
  [IMPORT_PATTERNS.create]: {
    'imports that have ended': async (world) => {
      await world.import('userId\n');
      await world.copies('imports', ENDED);
      const request = { format: 'csv', regulationType: 'suppress', dryRun: false };
      return { context: world.context, request };
    },
  },
  [IMPORT_PATTERNS.append]: {
    'pieces that are stored': async (world) => {
      const id = await longFile(world);
      const offset = 1_000 * (world.size + 1);
      return { context: world.context, id, offset, isLast: true, piece };
    },
    'a piece that comes again': async (world) => {
      const id = await longFile(world);
      const again = { offset: 1_000 * world.size, piece, isRepeat: true };
      return { context: world.context, id, isLast: false, ...again };
    },
  },
  [IMPORT_PATTERNS.get]: {
    pieces: async (world) => ({ context: world.context, id: await longFile(world) }),
  },
  [IMPORT_PATTERNS.list]: {
    imports: async (world) => {
      await world.import('userId\n');
      await world.copies('imports', ENDED);
      return { context: world.context, limit: 100 };
    },
  },
  [IMPORT_PATTERNS.cancel]: {
    pieces: async (world) => ({ context: world.context, id: await longFile(world) }),
  },
  [IMPORT_PATTERNS.refusals]: {
    'refused rows': async (world) => {
      const { id } = await world.import(`userId\n${'"",\n'.repeat(world.size)}`);
      await world.service.workOffImports();
      return { context: world.context, id };
    },
    'a refused row': async (world) => {
      const { id } = await world.import(`userId\n${','.repeat(20 * world.size)}\n`);
      await world.service.workOffImports();
      return { context: world.context, id };
    },
  },
};

import type { CommandTable } from './table.js';
import type { World } from './world.js';

const ENDED = `'id', 'import-' || n, 'key', gen_random_uuid(), 'state', 'done', 'ended_at', now()`;
const piece = Buffer.from('x'.repeat(1_000)).toString('base64');

async function longFile(world: World): Promise<string> {
  const { id } = await world.import('x'.repeat(1_000), false);
  await world.copies('import_pieces', `'at', 1000 * n`);
  await world.query('update regulation.imports set received_bytes = 1000 * ($1::bigint + 1)', [
    world.size,
  ]);
  return id;
}

export const IMPORTS: CommandTable = {
  'imports.create.v2': {
    'ended imports': async (world) => {
      await world.import('userId\n');
      await world.copies('imports', ENDED);
      return { context: world.context, format: 'csv', regulationType: 'suppress' };
    },
  },
  'imports.append.v1': {
    'stored pieces': async (world) => {
      const id = await longFile(world);
      const offset = 1_000 * (world.size + 1);
      return { context: world.context, id, offset, isLast: true, piece };
    },
    'a repeated piece': async (world) => {
      const id = await longFile(world);
      const again = { offset: 1_000 * world.size, piece, isRepeat: true };
      return { context: world.context, id, isLast: false, ...again };
    },
  },
  'imports.get.v1': {
    pieces: async (world) => ({ context: world.context, id: await longFile(world) }),
  },
  'imports.list.v1': {
    imports: async (world) => {
      await world.import('userId\n');
      await world.copies('imports', ENDED);
      return { context: world.context, limit: 100 };
    },
  },
  'imports.cancel.v1': {
    pieces: async (world) => ({ context: world.context, id: await longFile(world) }),
  },
  'imports.refusals.v1': {
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

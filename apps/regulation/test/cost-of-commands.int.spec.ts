import { LetheError } from '@lethe/contracts';
import { growthOfCost, MOST_GROWTH } from '@lethe/testing';
import { DELETIONS } from './cost-of-commands/deletions.js';
import { IMPORTS } from './cost-of-commands/imports.js';
import { MeasuredService } from './cost-of-commands/measured-service.js';
import { REGULATIONS } from './cost-of-commands/regulations.js';
import { grown, hasList, hostile } from './cost-of-commands/grown.js';
import { World } from './cost-of-commands/world.js';

/**
 * All commands, with the stored data and the members that can be large. Add an entry for each new
 * command.
 */
const TABLE = { ...REGULATIONS, ...DELETIONS, ...IMPORTS };

/**
 * The other sizes are tried if the growth at the first size is too large. A plan can change, or a
 * batch can end, between two sizes. Quadratic growth appears at all sizes.
 */
const SIZES = [100, 90, 150];

let service: MeasuredService;
beforeAll(async () => {
  service = await MeasuredService.start();
});
afterAll(() => service.close());

const cases = Object.entries(TABLE).flatMap(([pattern, scenarios]) =>
  Object.entries(scenarios).map(([name, scenario]) => [pattern, name, scenario] as const),
);

it('has an entry for each command of the service', () => {
  expect(Object.keys(TABLE).sort()).toEqual(service.patterns);
});

describe('the database work of a command', () => {
  it.each(cases)('grows linearly with the data: %s: %s', async (pattern, _name, scenario) => {
    const workAt = async (size: number) => {
      await service.clear();
      return service.workOf(pattern, await scenario(new World(service.deletions, size)));
    };
    const growths: unknown[] = [];
    for (const size of SIZES) {
      const [single, double] = [await workAt(size), await workAt(2 * size)];
      const isLinear =
        double.rows <= MOST_GROWTH * single.rows &&
        double.statements <= MOST_GROWTH * single.statements;
      if (isLinear) return;
      growths.push({ size, single, double });
    }
    expect(growths).toEqual([]);
  });
});

describe('the cost of a command', () => {
  const sent = async (pattern: string, command: object): Promise<void> => {
    try {
      await service.run(pattern, command);
    } catch (error) {
      if (!(error instanceof LetheError) || error.code === 'internal') throw error;
    }
  };

  it.each(Object.keys(TABLE))('grows linearly with its size: %s', async (pattern) => {
    await service.clear();
    const [scenario] = Object.values(TABLE[pattern]!);
    const command = await scenario!(new World(service.deletions, 1));
    const run = (given: object) => sent(pattern, given);
    const growths = {
      ofAnyKind: await growthOfCost({
        ...{ most: 32_000, run },
        make: (size) => hostile(command, size),
      }),
      ofItsLists: hasList(command)
        ? await growthOfCost({ ...{ most: 1_000, run }, make: (size) => grown(command, size) })
        : 1,
    };
    expect(Math.max(...Object.values(growths)) <= MOST_GROWTH ? {} : growths).toEqual({});
  });
});

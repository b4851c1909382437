import type { CreateRegulationsDto } from '@lethe/api/regulations';
import type { Random } from '@lethe/testing';
import type { Covering, Ledger } from './ledger.js';

/** Creates and cancels regulations in a workspace, and knows the ids for them. */
export interface Registry {
  readonly workspaceId: string;
  /** Users of the regulations; `USERS` when absent. */
  readonly userIds?: readonly string[];
  readonly sourceIds: readonly string[];
  /** Destinations that delete. */
  readonly destinationIds: readonly string[];
  /** @returns ids of the regulations */
  create(request: CreateRegulationsDto): Promise<readonly string[]>;
  cancel(id: string): Promise<void>;
}

interface Active {
  readonly registry: Registry;
  readonly id: string;
  readonly covering: Covering;
}

/** Few users, so that regulations overlap. Their ids break careless readers. */
const USERS = [
  'plain',
  'with:colon',
  'with space',
  'x+y@example.com',
  '"quoted" \\ & <b>',
  '名前 été',
  '*',
  '__proto__',
  'é'.repeat(256),
  ...Array.from({ length: 7 }, (_, n) => `user-${n}`),
];
const CANCELING = 0.45;
const DELETING = 0.1;
const MOST_USERS = 4;

/** Callers that create and cancel at the same time. Each step is drawn at random. */
export class Writers {
  done = 0;
  private readonly active: Active[] = [];

  constructor(
    private readonly registries: readonly Registry[],
    private readonly ledger: Ledger,
    private readonly random: Random,
  ) {}

  /** @param callers number of concurrent callers, each with this number of steps */
  async write(callers: number, steps: number): Promise<void> {
    const caller = async (): Promise<void> => {
      for (let step = 0; step < steps; step += 1) {
        const target = this.random.chance(CANCELING) ? this.choose() : undefined;
        await (target === undefined ? this.create() : this.cancel(target));
        this.done += 1;
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
  }

  /**
   * Chooses a regulation to cancel. Mostly removes it from the list. Sometimes leaves it there, so
   * that another caller cancels it a second time.
   */
  private choose(): Active | undefined {
    const index = this.random.below(this.active.length);
    const target = this.active[index];
    if (this.random.chance(0.9)) this.active.splice(index, 1);
    return target;
  }

  private async create(): Promise<void> {
    const registry = this.random.pick(this.registries);
    const users = registry.userIds ?? USERS;
    const draws = Array.from({ length: 1 + this.random.below(MOST_USERS) });
    const userIds = [...new Set(draws.map(() => this.random.pick(users)))];
    const where = this.drawWhere(registry);
    const sources = where.sourceIds ?? ['*'];
    const coverings = userIds.map((userId) =>
      this.ledger.open(sources.map((source) => `${registry.workspaceId}:${userId}:${source}`)),
    );
    const ids = await registry.create({ ...where, users: userIds.map((userId) => ({ userId })) });
    const createdAt = performance.now();
    for (const [index, covering] of coverings.entries()) {
      covering.createdAt = createdAt;
      const id = ids[index];
      if (id === undefined) throw new Error('a regulation was created, but its record is missing');
      this.active.push({ registry, id, covering });
    }
  }

  private drawWhere({ sourceIds, destinationIds }: Registry): Omit<CreateRegulationsDto, 'users'> {
    if (this.random.chance(DELETING)) {
      return { regulationType: 'suppress_with_delete', destinationIds: [...destinationIds] };
    }
    const everywhere = this.random.chance(0.4);
    return {
      regulationType: 'suppress',
      ...(everywhere ? {} : { sourceIds: this.random.some(sourceIds) }),
    };
  }

  private async cancel({ registry, id, covering }: Active): Promise<void> {
    covering.cancelRequestedAt = Math.min(covering.cancelRequestedAt, performance.now());
    await registry.cancel(id);
    covering.canceledAt = Math.min(covering.canceledAt, performance.now());
  }
}

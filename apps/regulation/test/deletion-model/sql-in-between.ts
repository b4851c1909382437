import type { DataSource } from 'typeorm';

/** A part of the code's statements, and what it becomes. */
export type Change = readonly [text: string, instead: string];

interface Interruption {
  readonly text: string;
  readonly act: () => Promise<unknown>;
  hasActed: boolean;
}

/**
 * Stands between the service and its database: changes statements on their way, and lets something happen before
 * one of them.
 */
export class SqlInBetween {
  private changes: ReadonlyMap<string, string> = new Map();
  private readonly changed = new Set<string>();
  private next: Interruption | undefined;

  /** Puts itself in front of everything that a data source sends. */
  readonly standBefore = (dataSource: DataSource): void => {
    const create = dataSource.createQueryRunner.bind(dataSource);
    dataSource.createQueryRunner = (mode) => {
      const runner = create(mode);
      const query = runner.query.bind(runner) as (...given: unknown[]) => Promise<never>;
      runner.query = async (sql: string, ...rest: unknown[]) => {
        await this.actBefore(sql);
        return query(this.mutated(sql), ...rest);
      };
      return runner;
    };
  };

  /**
   * Lets something happen right before the next statement that has the text, if one comes.
   *
   * @returns what `during` returned, and whether such a statement came
   */
  async before<T>(
    text: string,
    act: () => Promise<unknown>,
    during: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly hasActed: boolean }> {
    const next: Interruption = { text, act, hasActed: false };
    this.next = next;
    try {
      const result = await during();
      return { result, hasActed: next.hasActed };
    } finally {
      this.next = undefined;
    }
  }

  /** Changes all statements while something runs. @throws Error naming a text that no statement had */
  async changing(changes: readonly Change[], during: () => Promise<unknown>): Promise<void> {
    this.changes = new Map(changes);
    this.changed.clear();
    try {
      await during();
    } finally {
      this.changes = new Map();
    }
    for (const [text] of changes) {
      if (!this.changed.has(text)) throw new Error(`No statement had: ${text}`);
    }
  }

  private async actBefore(sql: string): Promise<void> {
    const { next } = this;
    if (next === undefined || !sql.includes(next.text)) return;
    this.next = undefined;
    next.hasActed = true;
    await next.act();
  }

  private mutated(sql: string): string {
    let mutated = sql;
    for (const [text, instead] of this.changes) {
      if (!mutated.includes(text)) continue;
      this.changed.add(text);
      mutated = mutated.replaceAll(text, instead);
    }
    return mutated;
  }
}

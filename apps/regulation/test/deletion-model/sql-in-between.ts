import type { DataSource } from 'typeorm';

export type Change = readonly [text: string, instead: string];

interface Interruption {
  readonly text: string;
  readonly act: () => Promise<unknown>;
  hasActed: boolean;
}

/**
 * Changes statements between the service and its database, or runs an action before a statement.
 */
export class SqlInBetween {
  private changes: ReadonlyMap<string, string> = new Map();
  private readonly changed = new Set<string>();
  private next: Interruption | undefined;

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
   * Runs an action right before the next statement that contains the text.
   *
   * @returns the result of `during`, and whether such a statement ran
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

  /**
   * Changes all statements while `during` runs.
   *
   * @throws Error with a text that no statement contained
   */
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

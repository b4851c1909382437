import type { DataSource } from 'typeorm';
import { DatabaseConnection } from './database-connection.js';

/** Counts as initialised before `initialize` has returned, as TypeORM's does, and cannot be ended twice. */
class SlowDataSource {
  isInitialized = false;
  destroyed = 0;
  private finish = (): void => undefined;

  async initialize(): Promise<void> {
    this.isInitialized = true;
    await new Promise<void>((resolve) => (this.finish = resolve));
  }

  async destroy(): Promise<void> {
    this.destroyed += 1;
    if (this.destroyed > 1) throw new Error('Called end on pool more than once');
    this.finish();
    await new Promise(setImmediate);
    this.isInitialized = false;
  }
}

describe('DatabaseConnection', () => {
  it('ends its pool once when it is stopped in the middle of its start', async () => {
    const source = new SlowDataSource();
    const database = new DatabaseConnection({
      dataSource: source as unknown as DataSource,
      prepare: () => Promise.resolve(),
    });
    const started = database.start();
    await new Promise(setImmediate);
    expect(source.isInitialized).toBe(true);
    await Promise.all([database.stop(), started]);
    expect(source.destroyed).toBe(1);
    expect(database.isConnected).toBe(false);
    await database.stop();
  });
});

import type { DataSource } from 'typeorm';
import { DatabaseConnection } from './database-connection.js';

/**
 * Behaves like the data source of TypeORM: `isInitialized` is true before `initialize` returns, and
 * a second `destroy` fails.
 */
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
  it('closes its pool only once if it is stopped during its start', async () => {
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

import { DeletionService } from '../deletion-service.js';
import { DeletionModel } from './deletion-model.js';
import { SqlInBetween } from './sql-in-between.js';
import type { Step } from './steps.js';

const DESTINATIONS = ['one', 'two'];
/** Number that makes the step `order` select both destinations. */
export const AT_BOTH = DESTINATIONS.length;

export interface StartedModel {
  readonly between: SqlInBetween;
  /**
   * Plays schedules concurrently on an empty database.
   *
   * @throws Error with the problems
   */
  play(...schedules: (readonly Step[])[]): Promise<void>;
  close(): Promise<void>;
}

export async function startModel(): Promise<StartedModel> {
  const between = new SqlInBetween();
  const observer = await DeletionService.start();
  for (const id of DESTINATIONS) observer.service.catalog.addWebhook(id);
  const asked = await observer.another(between.standBefore);
  return {
    between,
    play: async (...schedules) => {
      await observer.database.query(
        'truncate regulation.deletion_jobs, regulation.deletion_lanes, regulation.outbox cascade',
      );
      const parts = { observer, asked, between, destinationIds: DESTINATIONS };
      await new DeletionModel(parts).play(...schedules);
    },
    close: async () => {
      await asked.close();
      await observer.close();
    },
  };
}

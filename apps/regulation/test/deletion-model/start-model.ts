import { DeletionService } from '../deletion-service.js';
import { DeletionModel } from './deletion-model.js';
import { SqlInBetween } from './sql-in-between.js';
import type { Step } from './steps.js';

const DESTINATIONS = ['one', 'two'];
/** A choice of `order`: at both of them. */
export const AT_BOTH = DESTINATIONS.length;

/** The model beside a database of its own. */
export interface StartedModel {
  readonly between: SqlInBetween;
  /** Plays schedules at the same time, from an empty database on. @throws Error naming what was broken */
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

import {
  ALL_DESTINATIONS,
  defined,
  LAWS,
  REGULATION_TYPES,
  type Law,
  type RegulationType,
} from '@lethe/contracts';
import { Option, type Command } from 'commander';

/** Options of the commands that create regulations or import a file. */
export interface RequestOptions {
  readonly type: RegulationType;
  readonly source?: readonly string[];
  readonly destination?: readonly string[];
  readonly allDestinations?: true;
  readonly reason?: string;
  readonly receivedAt?: string;
  readonly law?: Law;
}

/** The members of a create request without the users. */
export interface RequestFrame {
  readonly regulationType: RegulationType;
  readonly sourceIds?: readonly string[];
  readonly destinationIds?: readonly string[];
  readonly reason?: string;
  readonly receivedAt?: string;
  readonly law?: Law;
}

export function withRequestOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--type <type>', 'type of the regulation')
        .choices([...REGULATION_TYPES])
        .default('suppress'),
    )
    .option('--source <ids...>', 'suppress only at these sources')
    .addOption(
      new Option('--destination <ids...>', 'delete at these destinations').conflicts(
        'allDestinations',
      ),
    )
    .option('--all-destinations', 'delete at all destinations that can delete')
    .option('--reason <text>', 'reason; stored and shown with the regulation')
    .option(
      '--received-at <time>',
      'time at which the person asked, such as 2026-11-19T10:30:00Z; by default now',
    )
    .addOption(new Option('--law <law>', 'law that sets the deadline').choices([...LAWS]));
}

/** Returns the members in a fixed sequence, so that equal requests are equal texts. */
export function requestFrame(options: RequestOptions): RequestFrame {
  const { type, source, destination, allDestinations, reason, receivedAt, law } = options;
  const destinationIds = allDestinations === true ? [ALL_DESTINATIONS] : destination;
  return {
    regulationType: type,
    ...defined({ sourceIds: source, destinationIds, reason, receivedAt, law }),
  };
}

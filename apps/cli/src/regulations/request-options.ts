import { defined, REGULATION_TYPES, type RegulationType } from '@lethe/contracts';
import { Option, type Command } from 'commander';

/** Options of the commands that create regulations or import a file. */
export interface RequestOptions {
  readonly type: RegulationType;
  readonly source?: readonly string[];
  readonly destination?: readonly string[];
  readonly reason?: string;
}

/** The members of a create request without the users. */
export interface RequestFrame {
  readonly regulationType: RegulationType;
  readonly sourceIds?: readonly string[];
  readonly destinationIds?: readonly string[];
  readonly reason?: string;
}

export function withRequestOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--type <type>', 'type of the regulation')
        .choices([...REGULATION_TYPES])
        .default('suppress'),
    )
    .option('--source <ids...>', 'suppress only at these sources')
    .option('--destination <ids...>', 'delete at these destinations')
    .option('--reason <text>', 'reason; stored and shown with the regulation');
}

/** Returns the members in a fixed sequence, so that equal requests are equal texts. */
export function requestFrame({ type, source, destination, reason }: RequestOptions): RequestFrame {
  return {
    regulationType: type,
    ...defined({ sourceIds: source, destinationIds: destination, reason }),
  };
}

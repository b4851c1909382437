import { defined, REGULATION_TYPES, type RegulationType } from '@lethe/contracts';
import { Option, type Command } from 'commander';

/** What a regulation is to do, and where: the same for one user and for a file of them. */
export interface RequestOptions {
  readonly type: RegulationType;
  readonly source?: readonly string[];
  readonly destination?: readonly string[];
  readonly reason?: string;
}

/** The members of a create's body beside its users. */
export interface RequestFrame {
  readonly regulationType: RegulationType;
  readonly sourceIds?: readonly string[];
  readonly destinationIds?: readonly string[];
  readonly reason?: string;
}

export function withRequestOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--type <type>', 'what to do').choices([...REGULATION_TYPES]).default('suppress'),
    )
    .option('--source <ids...>', 'suppress at these sources only')
    .option('--destination <ids...>', 'delete at these destinations')
    .option('--reason <text>', 'why; stored and shown with the regulation');
}

/** The members in one order, by which two requests can be compared. */
export function requestFrame({ type, source, destination, reason }: RequestOptions): RequestFrame {
  return {
    regulationType: type,
    ...defined({ sourceIds: source, destinationIds: destination, reason }),
  };
}

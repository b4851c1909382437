import type { Command, Option } from 'commander';

/** Stands in the table for a name of a file, which a shell completes by itself. */
export const ANY_FILE = '<file>';

/**
 * What may follow what: lines of three columns, with tabs between them. The first column is a
 * command (`/regulations/create`, empty for the program itself), or a command and an option that
 * takes a value (`/import --type`). The second is a word that may follow; it is empty where any
 * word may. The third says what the word does.
 */
export function completionTable(program: Command): string {
  return rowsOf(program, '', [])
    .map((row) => row.join('\t'))
    .join('\n');
}

type Row = readonly [after: string, word: string, description: string];

function rowsOf(command: Command, place: string, inherited: readonly Option[]): Row[] {
  const options = [...command.createHelp().visibleOptions(command), ...inherited];
  // Every command has --help; one that takes no further command shows no version.
  const passedOn = options.filter(({ long }) => long !== '--help' && long !== '--version');
  const words = command.registeredArguments.flatMap((argument) =>
    argument.name() === 'file' ? [ANY_FILE] : (argument.argChoices ?? []),
  );
  return [
    ...command.commands.map((one): Row => [place, one.name(), one.summary() || one.description()]),
    ...words.map((word): Row => [place, word, '']),
    ...options.flatMap((option) => rowsOfOption(option, place)),
    ...command.commands.flatMap((one) => rowsOf(one, `${place}/${one.name()}`, passedOn)),
  ];
}

function rowsOfOption(option: Option, place: string): Row[] {
  const { short, long, flags, required, optional, argChoices = [''], description } = option;
  const values = flags.includes(ANY_FILE) ? [ANY_FILE] : argChoices;
  return [short, long]
    .filter((flag) => flag != null)
    .flatMap((flag): Row[] => [
      [place, flag, description],
      ...(required || optional ? values : []).map((value): Row => [`${place} ${flag}`, value, '']),
    ]);
}

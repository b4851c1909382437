import type { Command, Option } from 'commander';

/** Placeholder for a file name. The shell completes file names without the table. */
export const ANY_FILE = '<file>';

/**
 * Returns the table for completion, as lines of three tab-separated columns:
 * - a command such as `/regulations/create`, or a command and its option such as `/import --type`;
 * empty for the program itself
 * - a word that can follow; empty if any word can follow
 * - the description of the word
 */
export function completionTable(program: Command): string {
  return rowsOf(program, '', [])
    .map((row) => row.join('\t'))
    .join('\n');
}

type Row = readonly [after: string, word: string, description: string];

function rowsOf(command: Command, place: string, inherited: readonly Option[]): Row[] {
  const options = [...command.createHelp().visibleOptions(command), ...inherited];
  // Each command adds its own --help, and only the program has --version.
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

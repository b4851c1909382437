import type { Argument, Command, Option } from 'commander';

/** What may be completed: the commands and options, without what they do. */
export interface CommandNode {
  /** Names from the program on, without it: `regulations create`. */
  readonly path: readonly string[];
  readonly description: string;
  readonly commands: readonly CommandNode[];
  readonly options: readonly OptionNode[];
  /** Whether it takes names of files. */
  readonly takesFile: boolean;
  /** What its arguments may be; empty where they are free. */
  readonly choices: readonly string[];
}

export interface OptionNode {
  /** `--type`, `-V`. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly takesFile: boolean;
  readonly choices: readonly string[];
}

/** The tree of a program's commands, each with the options of those above it. */
export function commandTree(program: Command): CommandNode {
  return toNode(program, [], []);
}

/** A node and all below it, each before those below it. */
export function walk(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(walk)];
}

function toNode(
  command: Command,
  path: readonly string[],
  inherited: readonly OptionNode[],
): CommandNode {
  const own = command.createHelp().visibleOptions(command).map(toOption);
  const options = [...own, ...inherited];
  // Every command has --help; one that takes no further command shows no version.
  const passedOn = options.filter(
    ({ flags }) => !flags.some((f) => ['--help', '--version'].includes(f)),
  );
  return {
    path,
    description: command.summary() || command.description(),
    commands: command.commands.map((one) => toNode(one, [...path, one.name()], passedOn)),
    options,
    takesFile: command.registeredArguments.some(isFile),
    choices: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  };
}

function toOption(option: Option): OptionNode {
  return {
    flags: [option.short, option.long].filter((flag) => flag != null),
    description: option.description,
    takesValue: option.required || option.optional,
    takesFile: option.flags.includes('<file>'),
    choices: option.argChoices ?? [],
  };
}

function isFile(argument: Argument): boolean {
  return argument.name() === 'file';
}

import { Argument, type Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { completionTable } from './completion-table.js';
import { SHELL_SCRIPTS } from './shell-scripts.js';

const NOTES = `
The script completes the command "lethe", which must be in a folder of your PATH.

Examples:
  bash: eval "$(lethe completion bash)"                                   in ~/.bashrc
  zsh:  eval "$(lethe completion zsh)"                                    in ~/.zshrc, after compinit
  fish: lethe completion fish > ~/.config/fish/completions/lethe.fish     once`;

/** Adds `completion`. The scripts contain all commands, so completion does not start Node. */
export function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .summary('Print a completion script for a shell.')
    .description(
      'Print the script with which a shell completes commands, options and their values.',
    )
    .addArgument(new Argument('<shell>', 'name of the shell').choices(Object.keys(SHELL_SCRIPTS)))
    .addHelpText('after', NOTES)
    .action((shell: keyof typeof SHELL_SCRIPTS) => {
      const script = SHELL_SCRIPTS[shell](completionTable(program));
      context.show({ shell, script }, () => script.split('\n'));
    });
}

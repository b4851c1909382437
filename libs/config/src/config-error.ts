import { OperatorError } from '@lethe/contracts';

/** The environment is not valid. The message lists all problems. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';

  /** @param problems one line for each wrong variable, never with the value of a secret */
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
  }
}

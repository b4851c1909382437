import { InvalidArgumentError } from 'commander';

/**
 * Returns a parser of integers from `least` to `most`.
 *
 * @param problem message about an invalid value
 */
export function wholeNumber(
  least: number,
  most: number,
  problem = `It must be a whole number from ${least} to ${most}.`,
): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(problem);
  };
}

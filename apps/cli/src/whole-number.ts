import { InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number within bounds. @param problem what is said of another */
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

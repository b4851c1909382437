import { formatNumber } from './format-time.js';

/** Formats a number with a noun, such as `1 user` or `12,000 users`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

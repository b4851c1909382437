import { formatNumber } from './format-time.js';

/** `1 user`, `12,000 users`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

import type { Kind } from './kinds.js';

const PAGE = /^[1-9]\d{0,5}$/;

/** The number of a page, in a query. */
export const pageNumber: Kind = {
  schema: { type: 'integer', minimum: 1, maximum: 999_999 },
  check: (value, report) => {
    if (typeof value !== 'number') report('must be a whole number from 1 to 999999, given once');
  },
  fromText: (text) => (PAGE.test(text) ? Number(text) : text),
  saysOnce: true,
};

import { type BadRequest, get, INVALID, NOT_FOUND } from './row.js';

export const LOOKUPS: readonly BadRequest[] = ['sources', 'destinations'].flatMap((kind) => [
  get(`page 0 of ${kind}`, `/v2/${kind}?page=0`, { ...INVALID, detailPath: 'page' }),
  get(`page -1 of ${kind}`, `/v2/${kind}?page=-1`, { ...INVALID, detailPath: 'page' }),
  get(`a page of ${kind} that is not a number`, `/v2/${kind}?page=one`, {
    ...INVALID,
    detailPath: 'page',
  }),
  get(`a page of ${kind} beyond 2^53`, `/v2/${kind}?page=9007199254740993`, {
    ...INVALID,
    detailPath: 'page',
  }),
  get(`a blank parameter after of ${kind}`, `/v2/${kind}?after=%20`, {
    ...INVALID,
    detailPath: 'after',
  }),
  get(`two pages of ${kind}`, `/v2/${kind}?page=1&page=2`, { ...INVALID, detailPath: 'page' }),
  get(`an unknown parameter of ${kind}`, `/v2/${kind}?pages=1`, {
    ...INVALID,
    detailPath: 'pages',
  }),
  get(`an unknown id of ${kind}`, `/v2/${kind}/nope`, NOT_FOUND),
  get(`an impossible id of ${kind}`, `/v2/${kind}/a%00b`, NOT_FOUND),
]);

export * from './create-deletion-providers.js';
export { judgeRow, type Verdict } from './s3/lines/row-judge.js';

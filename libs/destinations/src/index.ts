export type * from './destination-provider.js';

export { TakeOnceStrategy, type TakeOnceStrategyOptions } from './take-once.strategy.js';

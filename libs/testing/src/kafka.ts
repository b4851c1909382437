export { collectRecords } from './collect-records.js';
export * from './kafkajs.js';

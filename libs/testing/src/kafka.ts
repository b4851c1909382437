export { collectRecords } from './collect-records.js';
export { fromHeaders } from './from-headers.js';
export * from './kafkajs.js';

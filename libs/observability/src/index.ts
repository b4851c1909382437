export * from './component-log.js';
export * from './describe-error.js';
export * from './health.js';
export * from './health-server.js';
export * from './logger.js';
export * from './nest-logger.js';
export * from './run-app.js';
export { unknownVariables } from './unknown-variables.js';

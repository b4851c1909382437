export { session } from './session.operations.js';

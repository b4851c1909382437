export { awaitName } from './await-name.js';
export { clientOf, serviceClient } from './client-of.js';
export { ConnectionsByAnswer } from './connections/connections-by-answer.js';
export { connectRegulation } from './connections/connect-regulation.js';
export { measureRequests } from './measure-requests.js';
export { reachRegulation } from './reach-regulation.js';
export { RegulationAccessError } from './regulation-access-error.js';
export { regulationClientVariables } from './regulation-client.variables.js';
export {
  RegulationConnections,
  type ConnectionsOptions,
} from './connections/regulation-connections.js';
export { SteppingSocket } from './connections/stepping-socket.js';

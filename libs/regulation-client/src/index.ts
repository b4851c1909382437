export { CommandSender, type WhenLost } from './command-sender.js';
export { connectRegulation, type ConnectRegulationConfig } from './connect-regulation.js';
export { reachRegulation, type ReachRegulationOptions } from './reach-regulation.js';
export { RegulationAccessError } from './regulation-access-error.js';
export { regulationClientVariables } from './regulation-client.variables.js';
export { RegulationClient } from './regulation-client.js';
export { AnswerLostError } from './regulation-connection.js';
export { RegulationConnections, type ConnectionsOptions } from './regulation-connections.js';

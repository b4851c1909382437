export { clusterConfigSchema, kafkaConfigSchema } from './config.js';
export { startCluster, type ClusterContext } from './start-cluster.js';

export { clusterConfigSchema, kafkaConfigSchema } from './cluster.config.js';
export { startCluster, type ClusterContext } from './start-cluster.js';

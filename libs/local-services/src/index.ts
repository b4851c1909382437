export { archiveKafkaClasses } from './archive-kafka-classes.js';
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-postgres.js';
export { freePort } from './free-port.js';
export { hasKafkaPrerequisites, missingKafkaPrerequisite } from './kafka-jars.js';
export type { ProxiedListener, SecureListener } from './kafka-config.js';
export { startLocalKafka, type LocalKafka, type LocalKafkaOptions } from './local-kafka.js';
export {
  missingS3Prerequisite,
  startLocalS3,
  type LocalS3,
  type LocalS3Options,
} from './local-s3.js';
export { SHORT_LIVED_KAFKA } from './short-lived-kafka.js';
export { startLocalRedis, type LocalRedis, type LocalRedisOptions } from './local-redis.js';
export { LocalServiceError } from './local-service-error.js';
export type { LocalService, ProcessGroupOptions } from './local-service.js';

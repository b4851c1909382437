export * from './certificate-authority.js';
export { skipOrFail } from './skip-or-fail.js';
export { freePort } from '@lethe/local-services';
export { installPackage, type InstalledPackage } from './install-package.js';
export { usualOrLong } from './long-run.js';
export { spawnApp, SpawnedApp, type AppExit, type SpawnAppOptions } from './spawn-app.js';
export {
  describeWithKafka,
  PATIENT_CLIENT,
  startOwnKafka,
  testKafkaBrokers,
  uniquePrefix,
  useTestKafka,
} from './test-kafka.js';
export {
  createTestDatabase,
  templateFor,
  testPostgresUrl,
  type TestDatabase,
} from './test-postgres.js';
export { mostInOneTurn } from './most-in-one-turn.js';
export { NOISES, NoisyReceiver } from './noisy-receiver.js';
export { oddUserIds } from './odd-user-ids.js';
export { Random } from './random.js';
export { SilentProxy } from './silent-proxy.js';
export { describeWithS3, testS3Endpoint } from './test-s3.js';
export { TestCollector, type CollectedSpan } from './test-collector.js';
export { testLog } from './test-log.js';
export { useTestDatabase } from './use-test-database.js';
export { waitFor, type WaitOptions } from './wait-for.js';
export { growthOfCost, MOST_GROWTH } from './growth-of-cost.js';
export { casesOf, costEntry, listOf, type CostEntry, type CostTable } from './cost-entries.js';
export { exportsOf, type Exported } from './exports-of.js';

import { describeWithKafka, testKafkaBrokers, useTestKafka } from '../src/test-kafka.js';

describeWithKafka('testKafkaBrokers', () => {
  const kafka = useTestKafka();

  it('returns the same Kafka to all callers', async () => {
    await expect(testKafkaBrokers()).resolves.toBe(kafka.brokers);
  });
});

import { describeWithKafka, testKafkaBrokers, useTestKafka } from '../src/test-kafka.js';

describeWithKafka('the Kafka of the tests', () => {
  const kafka = useTestKafka();

  it('is one for all', async () => {
    await expect(testKafkaBrokers()).resolves.toBe(kafka.brokers);
  });
});

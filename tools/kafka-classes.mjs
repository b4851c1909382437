#!/usr/bin/env node
// Makes every Kafka of the tests start in less CPU, unless that was done before or there is none to start; for tools/test.mjs.
import { archiveKafkaClasses, hasKafkaPrerequisites } from '../libs/local-services/dist/index.js';

if (!process.env.LETHE_TEST_KAFKA_BROKERS && hasKafkaPrerequisites()) await archiveKafkaClasses();

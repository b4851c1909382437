#!/usr/bin/env node
// Creates an archive of Kafka's classes for tools/test.mjs, so that each Kafka of a test starts
// with less CPU. Does nothing if the archive exists, or if tests do not start a Kafka.
import { archiveKafkaClasses, hasKafkaPrerequisites } from '../libs/local-services/dist/index.js';

if (!process.env.LETHE_TEST_KAFKA_BROKERS && hasKafkaPrerequisites()) await archiveKafkaClasses();

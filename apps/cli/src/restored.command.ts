import { CATALOG_SCHEMA } from '@lethe/catalog';
import { listTopics, readTopicToEnd, topicIdentity } from '@lethe/messaging';
import type { RestoreReport, PublishedTopics } from '@lethe/regulation';
import { Option, type Command } from 'commander';
import { CommandFailure, type CommandContext } from './command-context.js';
import { kafkaConfig } from './cli.config.js';
import { describeRestore } from './describe-restore.js';
import { withDatabase } from './open-database.js';
import { withKafka } from './with-kafka.js';

interface RestoredOptions {
  readonly plan?: true;
  readonly apply?: true;
  readonly withoutKafka?: true;
}

/**
 * One hour in milliseconds. The timeouts are long, because one statement can rebuild millions of
 * users, and a topic can have very many records.
 */
const HOURS = 3_600_000;
const STATEMENT_TIMEOUT_MS = HOURS;
const READ_TIMEOUT_MS = 12 * HOURS;

const NOTES = `
In one transaction, the command
- creates regulations for users who are suppressed on the topic and not in the database;
- creates deletion jobs that are on their topic and not in the database; they are on hold until you release them;
- revokes again the tokens and secrets of data planes that were revoked;
- moves the ids of jobs and the numbers of changes beyond all published ones;
- makes data planes read all suppressions and configurations again, and publishes every state again.
It also lists what it cannot rebuild. Services can keep running. You can repeat the command safely.

Without Kafka nothing can be rebuilt. With --without-kafka, the command does only the steps that need no topics.

Examples:
  lethe restored --plan
  lethe restored --apply`;

export function addRestoredCommand(program: Command, context: CommandContext): void {
  program
    .command('restored')
    .summary('Rebuild what a restore of the database lost.')
    .description(
      'Rebuild from the Kafka topics what the database lost when it was restored from a backup, or when it failed over to a copy that was behind.',
    )
    .addOption(new Option('--plan', 'show what would be changed; changes nothing'))
    .addOption(new Option('--apply', 'make the changes').conflicts('plan'))
    .option('--without-kafka', 'do only the steps that need no topics; for a Lethe without Kafka')
    .addHelpText('after', NOTES)
    .action(async (options: RestoredOptions, command: Command) => {
      if (options.plan === undefined && options.apply === undefined) {
        command.error("error: either '--plan' or '--apply' is needed");
      }
      const apply = options.apply === true;
      const report = options.withoutKafka
        ? await run(context, NO_TOPICS, apply)
        : await runWithTopics(context, apply);
      context.show({ applied: apply, ...report }, () => describeRestore(report, apply));
    });
}

const NO_TOPICS: PublishedTopics = {
  identity: () => Promise.resolve(undefined),
  read: () => Promise.resolve(),
};

function runWithTopics(context: CommandContext, apply: boolean): Promise<RestoreReport> {
  return withKafka(context, async (kafka, prefix) => {
    const existingTopics = new Set(await listTopics(kafka, prefix));
    if (existingTopics.size === 0) {
      throw new CommandFailure(
        `There is no topic that begins with "${prefix}". Check KAFKA_BROKERS and LETHE_TOPIC_PREFIX. If Kafka was lost too, add --without-kafka.`,
      );
    }
    const topics: PublishedTopics = {
      identity: (topic) =>
        existingTopics.has(topic) ? topicIdentity(kafka, topic) : Promise.resolve(undefined),
      read: (topic, onRecord, onUnreadable) =>
        readTopicToEnd(kafka, { topic, onRecord, onUnreadable, timeoutMs: READ_TIMEOUT_MS }),
    };
    return run(context, topics, apply);
  });
}

async function run(
  context: CommandContext,
  topics: PublishedTopics,
  apply: boolean,
): Promise<RestoreReport> {
  // Imported only here, because loading the service takes a second.
  const { REGULATION_SCHEMA, restore } = await import('@lethe/regulation');
  const { LETHE_TOPIC_PREFIX: topicPrefix } = kafkaConfig(context.environment);
  return withDatabase(
    context,
    [REGULATION_SCHEMA, CATALOG_SCHEMA],
    (database) => restore(database, { topics, topicPrefix, apply }),
    STATEMENT_TIMEOUT_MS,
  );
}

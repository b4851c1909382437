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
 * Milliseconds, for every deadline: one statement may rebuild millions of users, and long topics
 * take long to read.
 */
const HOURS = 3_600_000;
const STATEMENT_TIMEOUT_MS = HOURS;
const READ_TIMEOUT_MS = 12 * HOURS;

const NOTES = `
What it does, in one transaction:
- regulations for the users whom the topic knows to be suppressed and the database does not;
- the deletion jobs that are on their topic and not in the database, held until they are released;
- revokes again the tokens and secrets of data planes that were revoked;
- lets the ids of jobs and the numbers of changes go on behind those that were told;
- makes data planes read all suppressions and configurations anew, and tells every state anew.
It lists what it cannot rebuild. The services may run. Repeating it is safe.

Without Kafka nothing can be rebuilt; --without-kafka does what is left.

Examples:
  npm run lethe -- restored --plan
  npm run lethe -- restored --apply`;

export function addRestoredCommand(program: Command, context: CommandContext): void {
  program
    .command('restored')
    .summary('Mend what a restore of the database lost.')
    .description(
      'Mend what the database lost when it was restored from a backup, or failed over to a copy that was behind, from what the topics know.',
    )
    .addOption(new Option('--plan', 'say what would be done, and change nothing'))
    .addOption(new Option('--apply', 'do it').conflicts('plan'))
    .option('--without-kafka', 'do what needs no topics; for a Lethe without Kafka')
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
    const there = new Set(await listTopics(kafka, prefix));
    if (there.size === 0) {
      throw new CommandFailure(
        `There is no topic that begins with "${prefix}". Check KAFKA_BROKERS and LETHE_TOPIC_PREFIX; where Kafka was lost too, add --without-kafka.`,
      );
    }
    const topics: PublishedTopics = {
      identity: (topic) =>
        there.has(topic) ? topicIdentity(kafka, topic) : Promise.resolve(undefined),
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
  // The whole service takes a second to load.
  const { REGULATION_SCHEMA, restore } = await import('@lethe/regulation');
  const { LETHE_TOPIC_PREFIX: topicPrefix } = kafkaConfig(context.environment);
  return withDatabase(
    context,
    [REGULATION_SCHEMA, CATALOG_SCHEMA],
    (database) => restore(database, { topics, topicPrefix, apply }),
    STATEMENT_TIMEOUT_MS,
  );
}

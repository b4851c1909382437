import { TOPICS } from '@lethe/contracts';
import {
  ensureTopics,
  listTopics,
  reachKafka,
  tailTopic,
  type KafkaClient,
} from '@lethe/messaging';
import type { Command } from 'commander';
import { CommandFailure, type CommandContext } from './command-context.js';
import { formatRecord, recordToJson } from './format-record.js';
import { addRepublishCommand } from './republish.command.js';
import { addTopicWritingCommands } from './topic-writing.commands.js';
import { waitingNote, waitOption, type WaitOptions } from './wait-option.js';
import { withKafka } from './with-kafka.js';

const TAIL_EXAMPLES = `
Examples:
  lethe topics tail regulation.suppressions.v1 --from-beginning
  KAFKA_BROKERS=kafka.example.com:9092 lethe topics tail lethe.regulation.lifecycle.v1`;

const ENSURE_NOTES = `
If a right is missing, the command prints a warning. Then an administrator of Kafka has to create the
topics. When all topics exist, you can run the apps with LETHE_CREATE_TOPICS=false.

Example:
  KAFKA_BROKERS=kafka.example.com:9092 lethe topics ensure`;

export function addTopicCommands(program: Command, context: CommandContext): void {
  const topics = program
    .command('topics')
    .helpCommand(false)
    .description(
      'List, create and read the Kafka topics of Lethe, and use topics of your own for tests.',
    );
  topics
    .command('list')
    .description('List the topics of this installation (LETHE_TOPIC_PREFIX).')
    .action(() =>
      withKafka(context, async (kafka, prefix) => {
        const names = await listTopics(kafka, prefix);
        context.showEach(
          names.map((name) => ({ name })),
          () => names,
        );
      }),
    );
  topics
    .command('ensure')
    .summary('Create missing topics.')
    .description(
      'Create missing topics, and check existing ones without changing them. Several processes can run it at the same time.',
    )
    .addOption(waitOption('Kafka'))
    .addHelpText('after', ENSURE_NOTES)
    .action((options: WaitOptions) =>
      withKafka(context, async (kafka, prefix) => {
        if (options.wait > 0) {
          // If Kafka is still unreachable after the wait, the next request fails with the reason.
          await reachKafka(kafka, {
            signal: AbortSignal.timeout(options.wait * 1_000),
            log: () => {
              context.note(waitingNote('Kafka', options));
            },
          });
        }
        const report = await ensureTopics(kafka, { prefix, definitions: Object.values(TOPICS) });
        context.show(report, () => [
          ...report.created.map((name) => `${name}: created`),
          ...report.existing.map((name) => `${name}: exists`),
        ]);
        for (const warning of report.warnings) context.note(`Warning: ${warning}`);
      }),
    );
  topics
    .command('tail')
    .description('Show records as they are committed, until Ctrl-C.')
    .argument('<topic>', 'name of the topic, with or without the prefix')
    .option('--from-beginning', 'begin with the oldest record', false)
    .addHelpText('after', TAIL_EXAMPLES)
    .action((topic: string, { fromBeginning }: { fromBeginning: boolean }) =>
      withKafka(context, async (kafka, prefix) => {
        const name = await resolveTopic(kafka, prefix, topic);
        context.note(`Reading ${name}. Ctrl-C ends the command.\n`);
        await tailTopic(kafka, {
          topic: name,
          fromBeginning,
          signal: context.untilInterrupted(),
          onRecord: (record) => {
            context.show(recordToJson(record), () => [formatRecord(record)]);
          },
        });
      }),
    );
  addRepublishCommand(topics, context);
  addTopicWritingCommands(topics, context);
}

async function resolveTopic(kafka: KafkaClient, prefix: string, topic: string): Promise<string> {
  const all = await listTopics(kafka, '');
  const found = [topic, `${prefix}${topic}`].find((name) => all.includes(name));
  if (found !== undefined) return found;
  const names = all.filter((name) => name.startsWith(prefix));
  throw new CommandFailure(
    `There is no topic "${topic}". ${names.length === 0 ? `No topic begins with "${prefix}". Check LETHE_TOPIC_PREFIX` : `Topics of this installation: ${names.join(', ')}`}.`,
  );
}

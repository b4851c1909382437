import { createTopic, DirectPublisher } from '@lethe/messaging';
import type { Command } from 'commander';
import { addNamedValue } from './add-named-value.js';
import type { CommandContext } from './command-context.js';
import { wholeNumber } from './whole-number.js';
import { withKafka } from './with-kafka.js';

const DEFAULT_PARTITIONS = 12;

const CREATE_EXAMPLE = `
Example:
  lethe topics create events events.filtered`;

const SEND_EXAMPLE = `
Example:
  lethe topics send events --key user-1 --header workspaceId=ws_demo --header sourceId=src_web \\
    '{"type":"track","event":"Seen","userId":"user-1"}'`;

interface SendOptions {
  readonly key: string;
  readonly header: Readonly<Record<string, string>>;
}

/** Adds `topics create` and `topics send`, for tests with topics that do not belong to Lethe. */
export function addTopicWritingCommands(topics: Command, context: CommandContext): void {
  topics
    .command('create')
    .description(
      'Create your own topics, for example those that the event filter reads and writes.',
    )
    .argument('<topics...>', 'full names of the topics')
    .option('--partitions <n>', 'number of partitions', wholeNumber(1, 9_999), DEFAULT_PARTITIONS)
    .addHelpText('after', CREATE_EXAMPLE)
    .action((names: readonly string[], { partitions }: { partitions: number }) =>
      withKafka(context, async (kafka) => {
        // One request for each topic, because a request for several topics says that no topic is
        // new if one of them exists.
        for (const topic of names) {
          const { isNew, hasLeaders } = await createTopic(kafka, topic, partitions);
          const is = isNew ? 'was created' : 'exists already';
          context.show({ topic, isNew, hasLeaders }, () => [
            `${topic} ${is}${hasLeaders ? '.' : ', but its partitions have no leader yet.'}`,
          ]);
        }
      }),
    );
  topics
    .command('send')
    .description('Send one record.')
    .argument('<topic>', 'full name of the topic')
    .argument('<value>', 'value of the record')
    .option('--key <key>', 'key of the record', '')
    .option(
      '--header <name=value>',
      'header of the record; can be given several times',
      addNamedValue,
      {},
    )
    .addHelpText('after', SEND_EXAMPLE)
    .action((topic: string, value: string, { key, header }: SendOptions) =>
      withKafka(context, async (kafka) => {
        const publisher = new DirectPublisher(kafka, { retries: 0 });
        try {
          await publisher.publish([{ topic, key, value, headers: header }]);
        } finally {
          await publisher.close();
        }
        context.note(`Sent to ${topic}.`);
      }),
    );
}

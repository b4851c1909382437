import { createTopic, DirectPublisher } from '@lethe/messaging';
import type { Command } from 'commander';
import { addNamedValue } from './add-named-value.js';
import type { CommandContext } from './command-context.js';
import { wholeNumber } from './whole-number.js';
import { withKafka } from './with-kafka.js';

const DEFAULT_PARTITIONS = 12;

const CREATE_EXAMPLE = `
Example:
  npm run topics -- create events events.filtered`;

const SEND_EXAMPLE = `
Example:
  npm run topics -- send events --key user-1 --header workspaceId=ws_demo --header sourceId=src_web \\
    '{"type":"track","event":"Seen","userId":"user-1"}'`;

interface SendOptions {
  readonly key: string;
  readonly header: Readonly<Record<string, string>>;
}

/** `topics create`, `topics send`: topics of your own, to try things out. */
export function addTopicWritingCommands(topics: Command, context: CommandContext): void {
  topics
    .command('create')
    .description('Create topics of your own, as the event filter reads and writes.')
    .argument('<topics...>', 'full names')
    .option('--partitions <n>', 'number of partitions', wholeNumber(1, 9_999), DEFAULT_PARTITIONS)
    .addHelpText('after', CREATE_EXAMPLE)
    .action((names: readonly string[], { partitions }: { partitions: number }) =>
      withKafka(context, async (kafka) => {
        // Created one by one: in a request for several topics, none counts as new when one existed.
        for (const topic of names) {
          const { isNew, hasLeaders } = await createTopic(kafka, topic, partitions);
          const is = isNew ? 'is there' : 'was there already';
          context.show({ topic, isNew, hasLeaders }, () => [
            `${topic} ${is}${hasLeaders ? '.' : ', but no broker leads it yet.'}`,
          ]);
        }
      }),
    );
  topics
    .command('send')
    .description('Send one record.')
    .argument('<topic>', 'full name')
    .argument('<value>', 'of the record')
    .option('--key <key>', 'of the record', '')
    .option('--header <name=value>', 'may be given several times', addNamedValue, {})
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

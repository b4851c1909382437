import { createRequire } from 'node:module';
import { encodeProduce, type ProduceRequest } from '../wire/produce-request.js';

interface KafkajsRequest {
  readonly encode: () => Promise<object>;
}
type Protocol = (wanted: {
  readonly version: number;
}) => (args: ProduceRequest) => { readonly request: KafkajsRequest; readonly response: object };

const require = createRequire(import.meta.url);
const { requests } = require('kafkajs/src/protocol/requests') as {
  requests: { Produce: { protocol: Protocol } };
};
const Encoder = require('kafkajs/src/protocol/encoder') as new () => {
  writeBuffer(bytes: Buffer): object;
};
const { protocol } = requests.Produce;

/** First version with batches of format 2. Kafka 0.11 and newer support this version. */
const FIRST_VERSION = 3;

/**
 * Makes kafkajs 2.2.4 encode records into one buffer. Without this fix, it allocates 512 bytes per
 * record and per header, and a list per number. These allocations took half of the publishing time.
 * Without this fix, kafkajs also cannot write a header without a value, although Kafka allows such
 * headers and kafkajs can read them.
 *
 * The fix applies to the whole process.
 */
export function fixProduce(): void {
  requests.Produce.protocol = ({ version }) => {
    const make = protocol({ version });
    if (version < FIRST_VERSION) return make;
    return (args) => {
      const { request, response } = make(args);
      const encode = async () => new Encoder().writeBuffer(await encodeProduce(args));
      return { request: { ...request, encode }, response };
    };
  };
}

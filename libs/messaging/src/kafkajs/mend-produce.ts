import { createRequire } from 'node:module';
import { encodeProduce, type ProduceRequest } from '../wire/produce-request.js';

interface KafkajsRequest {
  readonly encode: () => Promise<object>;
}
type Protocol = (wanted: {
  readonly version: number;
}) => (asked: ProduceRequest) => { readonly request: KafkajsRequest; readonly response: object };

const require = createRequire(import.meta.url);
const { requests } = require('kafkajs/src/protocol/requests') as {
  requests: { Produce: { protocol: Protocol } };
};
const Encoder = require('kafkajs/src/protocol/encoder') as new () => {
  writeBuffer(bytes: Buffer): object;
};
const { protocol } = requests.Produce;

/** Since this version batches are of format 2; brokers of Kafka 0.11 and newer know it. */
const FIRST_VERSION = 3;

/**
 * Lets kafkajs 2.2.4 write records into one buffer. By itself it makes one of 512 bytes for each record and each of its headers,
 * and a list for each number: that took half the time of publishing. And it fails at a header without a value, which Kafka allows,
 * and which it reads itself.
 *
 * Once for the process; clients make their requests later.
 */
export function mendProduce(): void {
  requests.Produce.protocol = ({ version }) => {
    const make = protocol({ version });
    if (version < FIRST_VERSION) return make;
    return (asked) => {
      const { request, response } = make(asked);
      const encode = async () => new Encoder().writeBuffer(await encodeProduce(asked));
      return { request: { ...request, encode }, response };
    };
  };
}

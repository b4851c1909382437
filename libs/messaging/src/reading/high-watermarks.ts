import { once } from 'node:events';
import { connect } from 'node:net';

const LIST_OFFSETS = 2;
const VERSION = 1; // knows no isolation level, so it counts what is not yet visible
const LATEST = -1n;

/**
 * Where a topic's partitions end, counting records whose transaction's end is still on its way.
 * A commit is answered before the markers are written, and kafkajs only tells where what is
 * visible ends: a test that publishes and then reads would miss its own records.
 * @param brokers as in `KAFKA_BROKERS`; plain connections
 * @param partitions how many there are
 * @returns partition → offset of the next record
 */
export async function highWatermarks(
  brokers: string,
  topic: string,
  partitions: number,
): Promise<Map<number, bigint>> {
  const ends = new Map<number, bigint>();
  // Each broker answers for the partitions that it leads.
  for (const broker of brokers.split(',')) {
    const answer = await ask(broker, listOffsetsRequest(topic, partitions));
    for (const [partition, end] of parse(answer)) ends.set(partition, end);
  }
  return ends;
}

/** https://kafka.apache.org/protocol.html#The_Messages_ListOffsets */
function listOffsetsRequest(topic: string, partitions: number): Buffer {
  const asked = Array.from({ length: partitions }, (_, index) =>
    Buffer.concat([int(index, 4), int(LATEST, 8)]),
  );
  const header = [int(LIST_OFFSETS, 2), int(VERSION, 2), int(1, 4), text('high-watermarks')];
  const body = [int(-1, 4), int(1, 4), text(topic), int(partitions, 4), ...asked];
  const request = Buffer.concat([...header, ...body]);
  return Buffer.concat([int(request.length, 4), request]);
}

async function ask(broker: string, request: Buffer): Promise<Buffer> {
  const [host, port] = broker.split(':');
  const socket = connect({ host: host ?? '', port: Number(port) });
  try {
    await once(socket, 'connect');
    socket.write(request);
    let answer = Buffer.alloc(0);
    while (answer.length < 4 || answer.length < 4 + answer.readInt32BE(0)) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      answer = Buffer.concat([answer, chunk]);
    }
    return answer;
  } finally {
    socket.destroy();
  }
}

function* parse(answer: Buffer): Generator<[number, bigint]> {
  let at = 12; // length, correlation id, number of topics
  at += 2 + answer.readInt16BE(at);
  const partitions = answer.readInt32BE(at);
  at += 4;
  for (let index = 0; index < partitions; index += 1, at += 22) {
    const isLeader = answer.readInt16BE(at + 4) === 0;
    if (isLeader) yield [answer.readInt32BE(at), answer.readBigInt64BE(at + 14)];
  }
}

function int(value: number | bigint, bytes: 2 | 4 | 8): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigInt64BE(BigInt(value));
  else buffer.writeIntBE(Number(value), 0, bytes);
  return buffer;
}

function text(value: string): Buffer {
  const content = Buffer.from(value);
  return Buffer.concat([int(content.length, 2), content]);
}

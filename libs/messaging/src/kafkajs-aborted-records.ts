import { createRequire } from 'node:module';

/** What kafkajs makes of one partition of an answer; only what is needed here. */
export interface DecodedPartition {
  messages: {
    readonly offset: string;
    readonly key: Buffer | null;
    /** Such records are never handed over; positions move past them. */
    isControlRecord: boolean;
    readonly batchContext?: { readonly producerId: string; readonly inTransaction: boolean };
  }[];
  abortedTransactions?: { readonly producerId: string; readonly firstOffset: string }[] | null;
}

interface FetchResponse {
  decode: (raw: Buffer) => Promise<DecodedAnswer>;
}
interface DecodedAnswer {
  readonly responses: readonly { readonly partitions: readonly DecodedPartition[] }[];
}

const COMMIT_OR_ABORT = 2; // where the type is in the key of a marker, behind its version
const ABORT = 0;
/** Fetch versions with transactions that kafkajs 2.2.4, its last release, knows. */
const VERSIONS = [4, 5, 6, 7, 8, 9, 10, 11];

/**
 * Hides the records of aborted transactions from whoever reads committed ones, by the rule of
 * Kafka's own consumer. kafkajs goes through the aborted transactions in the order in which they
 * ended, and begins at most one of them a record: where several overlap it hands some of their
 * records over. So its answers are marked before it looks at them itself.
 */
export function hideAbortedRecords(partition: DecodedPartition): void {
  const ahead = [...(partition.abortedTransactions ?? [])].sort((a, b) =>
    BigInt(a.firstOffset) < BigInt(b.firstOffset) ? -1 : 1,
  );
  if (ahead.length === 0) return;
  partition.abortedTransactions = [];
  const aborted = new Set<string>();
  for (const message of partition.messages) {
    const offset = BigInt(message.offset);
    while (ahead[0] !== undefined && BigInt(ahead[0].firstOffset) <= offset) {
      aborted.add(ahead[0].producerId);
      ahead.shift();
    }
    const { producerId = '', inTransaction = false } = message.batchContext ?? {};
    if (message.isControlRecord) {
      if (message.key?.readInt16BE(COMMIT_OR_ABORT) === ABORT) aborted.delete(producerId);
    } else if (inTransaction && aborted.has(producerId)) {
      message.isControlRecord = true;
    }
  }
}

const require = createRequire(import.meta.url);
const mended = new Set<FetchResponse>();

/** Puts the above into kafkajs. Once for the process; a client makes its requests later. */
export function mendAbortedRecords(): void {
  for (const version of VERSIONS) {
    const path = `kafkajs/src/protocol/requests/fetch/v${String(version)}/response`;
    const response = require(path) as FetchResponse;
    if (mended.has(response)) continue;
    mended.add(response);
    const { decode } = response;
    response.decode = async (raw) => {
      const answer = await decode(raw);
      for (const { partitions } of answer.responses) partitions.forEach(hideAbortedRecords);
      return answer;
    };
  }
}

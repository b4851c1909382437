import type { FilterFixture, RawMessage } from './filter-fixture.js';

const KEYS = 40;
/** With this text, an event is about as long as a real event. */
const FILLING = 'x'.repeat(400);

/**
 * Sends numbered events of 40 users, with the user id as the key. Also computes the expected
 * output.
 */
export class EventLoad {
  /** Every tenth user of workspace `ws`. The tests suppress these users at the start. */
  static readonly suppressed = Array.from(
    { length: KEYS / 10 },
    (_, n) => `user-${String(n * 10)}`,
  );

  sent = 0;
  private sending: Promise<void> | undefined;
  private isOver = false;

  constructor(private readonly fixture: FilterFixture) {}

  async send(count: number): Promise<void> {
    const producer = await this.fixture.openProducer();
    for (let left = count; left > 0; left -= 1_000) {
      await producer.send({
        topic: this.fixture.input,
        messages: this.next(Math.min(left, 1_000)),
      });
    }
    await producer.disconnect();
  }

  /** Sends about 2,000 events a second until `stop`. */
  start(): void {
    this.sending = (async () => {
      const producer = await this.fixture.openProducer();
      while (!this.isOver) {
        await producer.send({ topic: this.fixture.input, messages: this.next(200) });
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await producer.disconnect();
    })();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.sending;
  }

  /** Returns the numbers of the events that must be forwarded, beginning with `from`. */
  expected(from = 0): number[] {
    const numbers = Array.from({ length: this.sent - from }, (_, index) => from + index);
    return numbers.filter((number) => !EventLoad.suppressed.includes(userOf(number)));
  }

  private next(count: number): RawMessage[] {
    return Array.from({ length: count }, () => this.nextOne());
  }

  private nextOne(): RawMessage {
    const number = this.sent;
    this.sent += 1;
    const userId = userOf(number);
    return {
      key: userId,
      value: JSON.stringify({ userId, number, filling: FILLING }),
      headers: { workspaceId: 'ws' },
    };
  }
}

export function userOf(number: number): string {
  return `user-${String(number % KEYS)}`;
}

/** Returns the numbers of the events, in the sequence of the records. */
export function numbersOf(records: readonly { readonly value: Buffer | null }[]): number[] {
  return records.map(({ value }) => (JSON.parse(String(value)) as { number: number }).number);
}

/** Returns the users with repeated events or events out of sequence. */
export function disordered(numbers: readonly number[]): string[] {
  const last = new Map<string, number>();
  const found = new Set<string>();
  for (const number of numbers) {
    const user = userOf(number);
    if ((last.get(user) ?? -1) >= number) found.add(user);
    last.set(user, number);
  }
  return [...found];
}

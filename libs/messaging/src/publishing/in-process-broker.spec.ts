import { InProcessBroker } from './in-process-broker.js';
import { PublishError } from './publish-errors.js';
import type { OutgoingRecord } from '../records/outgoing-record.js';
import type { ReceivedRecord } from '../records/received-record.js';

const record = (key: string, value: string | null, topic = 'letters'): OutgoingRecord => ({
  topic,
  key,
  value,
  headers: { ce_id: '1' },
  timestamp: 5,
});

function fixture() {
  const broker = new InProcessBroker();
  const seen: string[] = [];
  const note = ({ key, value }: ReceivedRecord): void => {
    seen.push(`${String(key)}=${String(value)}`);
  };
  return { broker, publisher: broker.publisher(), seen, note };
}

/** Returns a promise, and the function that resolves this promise. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('InProcessBroker', () => {
  it('delivers records in the same form as Kafka', async () => {
    const { broker, publisher } = fixture();
    const received: ReceivedRecord[] = [];
    broker.subscribe('letters', (r) => void received.push(r));
    await publisher.publish([record('a', 'one'), record('a', null)]);
    const common = {
      topic: 'letters',
      partition: 0,
      key: 'a',
      timestamp: 5,
      headers: { ce_id: '1' },
    };
    expect(received).toEqual([
      { ...common, offset: '0', value: Buffer.from('one') },
      { ...common, offset: '1', value: null },
    ]);
  });

  it('delivers a record to all subscribers of its topic, and to no subscriber of another topic', async () => {
    const { broker, publisher, seen, note } = fixture();
    broker.subscribe('letters', note);
    broker.subscribe('letters', note);
    broker.subscribe('parcels', note);
    await publisher.publish([record('a', '1')]);
    expect(seen).toEqual(['a=1', 'a=1']);
  });

  it('delivers no records after an unsubscribe', async () => {
    const { broker, publisher, seen, note } = fixture();
    broker.subscribe('letters', note)();
    await publisher.publish([record('a', '1')]);
    expect(seen).toEqual([]);
  });

  it('delivers the records of a key in sequence across calls, even with a slow handler', async () => {
    const { broker, publisher, seen, note } = fixture();
    const { opened, open } = gate();
    broker.subscribe('letters', async (r) => {
      if (String(r.value) === '1') await opened;
      note(r);
    });
    const first = publisher.publish([record('a', '1'), record('a', '2')]);
    const second = publisher.publish([record('a', '3'), record('b', '1b')]);
    open();
    await Promise.all([first, second]);
    expect(seen.filter((line) => line.startsWith('a'))).toEqual(['a=1', 'a=2', 'a=3']);
  });

  it('delivers the records of a key while a handler still processes another key', async () => {
    const { broker, publisher, seen, note } = fixture();
    const { opened, open } = gate();
    broker.subscribe('letters', async (r) => {
      if (r.key === 'slow') await opened;
      note(r);
      if (r.key === 'fast') open();
    });
    await publisher.publish([record('slow', '1'), record('fast', '1')]);
    expect(seen).toEqual(['fast=1', 'slow=1']);
  });

  it('fails if a handler fails, and does not deliver later records of the same key', async () => {
    const { broker, publisher, seen, note } = fixture();
    let healthy = false;
    broker.subscribe('letters', (r) => {
      if (r.key === 'a' && !healthy) throw new Error('cannot');
      note(r);
    });
    const batch = [record('a', '1'), record('b', '1'), record('a', '2')];
    await expect(publisher.publish(batch)).rejects.toThrow(PublishError);
    expect(seen).toEqual(['b=1']);

    healthy = true;
    await publisher.publish(batch);
    expect(seen.filter((line) => line.startsWith('a'))).toEqual(['a=1', 'a=2']);
  });

  it('allows a handler to publish records', async () => {
    const { broker, publisher, seen, note } = fixture();
    broker.subscribe('letters', async (r) => {
      await publisher.publish([record(r.key ?? '', 'answer', 'answers')]);
    });
    broker.subscribe('answers', note);
    await publisher.publish([record('a', 'question')]);
    expect(seen).toEqual(['a=answer']);
  });
});

import { RunningParts, type Part } from './running-parts.js';

/** A part in memory that logs when it is stopped. */
class FakePart implements Part {
  readonly ended: Promise<string>;
  end!: (message: string) => void;

  constructor(
    private readonly name: string,
    private readonly log: string[],
  ) {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  stop(): Promise<void> {
    this.log.push(this.name);
    this.end(`${this.name} ended`);
    return Promise.resolve();
  }
}

function fixture() {
  const losses: string[] = [];
  const stopped: string[] = [];
  const parts = new RunningParts((message) => losses.push(message));
  const [first, second] = [new FakePart('first', stopped), new FakePart('second', stopped)];
  parts.add(first);
  parts.add(second);
  return { parts, first, second, losses, stopped };
}

describe('RunningParts', () => {
  it('stops parts in reverse order', async () => {
    const { parts, stopped } = fixture();
    await parts.stop();
    expect(stopped).toEqual(['second', 'first']);
  });

  it('reports a part that ends without a stop', async () => {
    const { first, losses } = fixture();
    first.end('first ended with exit code 1');
    await first.ended;
    expect(losses).toEqual(['first ended with exit code 1']);
  });

  it('reports nothing when the parts are stopped', async () => {
    const { parts, losses } = fixture();
    await parts.stop();
    await parts.stop();
    expect(losses).toEqual([]);
  });
});

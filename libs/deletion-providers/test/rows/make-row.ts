import type { Random } from '@lethe/testing';

const WORDS = [
  'jane',
  'ben',
  'a',
  'b',
  'id',
  'userId',
  'jane.smith',
  'mary-jane',
  'x',
  '',
  '田中',
  '😀',
  'é',
];
const IDS = [
  'jane',
  'ben',
  'a',
  'a|b',
  'a:b',
  'auth0|5f7c',
  'jane doe',
  "o'brien",
  'say "x"',
  'DOMAIN\\nina',
  'C:\\u0061',
  '12345',
  '12345.0',
  '-5',
  '0',
  '007',
  '7',
  '1e3',
  '1000',
  '1234567890123456789',
  '1234567890123456700',
  '5f7c',
  'jane.smith',
  'jane@acme.example',
  '田中',
  '😀',
  'é',
  '%41',
  '50%25',
  'null',
  'true',
  '{}',
  '1e999999999',
  ' x ',
];
const NUMBERS = [
  '12345',
  '12345.0',
  '1.2345e4',
  '12345E+0',
  '123450e-1',
  '-5',
  '-5.00',
  '0',
  '-0',
  '0.0e7',
  '7',
  '1e3',
  '1000',
  '1E3',
  '1234567890123456789',
  '1234567890123456789.0',
  '1.234567890123456789e18',
  '1234567890123456700',
  '1e999999999',
  '10e999999998',
  '1e-999999999',
  '1e99999999999',
  '0e99999999999999999999',
];
const FIELDS = ['userId', 'a.b', 'ctx.traits.id', 'é.😀', 'a.a', 'a'];

/** A row, which can be damaged, and the userIds to search for in the row. */
export interface MadeRow {
  readonly row: string;
  readonly field: string;
  readonly users: readonly string[];
}

export function makeRow(random: Random): MadeRow {
  const field = random.pick(FIELDS);
  const users = random.some(Array.from({ length: 6 }, () => random.pick(IDS)));
  const maker = new RowMaker(random, field.split('.'), users);
  const dotted = field.includes('.') && random.chance(0.2) ? maker.member(field, 0) : undefined;
  const clear = maker.object(0, dotted);
  const row = random.chance(0.25) ? maker.broken(clear) : clear;
  return { row: (random.chance(0.02) ? '\uFEFF' : '') + row.replaceAll('\n', ' '), field, users };
}

class RowMaker {
  constructor(
    private readonly random: Random,
    private readonly path: readonly string[],
    private readonly users: readonly string[],
  ) {}

  /** @param level position of the object on the path; -1 if the object is not on the path */
  object(level: number, more?: string): string {
    const { random } = this;
    const members = Array.from({ length: random.below(3) }, () =>
      this.member(random.pick(WORDS), -1),
    );
    const name = this.path[level];
    const times = name === undefined ? 0 : random.chance(0.9) ? 1 : random.below(3);
    for (let time = 0; time < times; time += 1) members.push(this.member(name ?? '', level + 1));
    if (more !== undefined) members.push(more);
    members.sort(() => random.next() - 0.5);
    return `{${this.blanks()}${members.join(`${this.blanks()},${this.blanks()}`)}${this.blanks()}}`;
  }

  member(name: string, level: number): string {
    return `${this.string(name)}${this.blanks()}:${this.blanks()}${this.value(level)}`;
  }

  /** Returns a damaged row, or a text of another format. */
  broken(row: string): string {
    const { random } = this;
    const at = random.below(row.length + 1);
    return random.pick([
      () => row.replaceAll('"', "'"),
      () => row.replaceAll('"', ''),
      () => row.slice(0, at),
      () => row.slice(at),
      () =>
        row.slice(0, at) +
        random.pick(['"', ',', '\\', '}', '{', ']', '\u0001', '1', 'u', '%', "'"]) +
        row.slice(at),
      () => row.slice(0, at) + row.slice(at + 1),
      () => `[${row}]`,
      () => JSON.stringify(row),
      () => row.replaceAll(':', '=').replaceAll('"', ''),
      () =>
        Array.from({ length: 4 }, () => this.text()).join(
          random.pick([',', ';', '|', '\t', ':', ' ', '', "','", '","']),
        ),
      () => encodeURIComponent(this.text()),
      () => row + row,
      () => '',
    ])();
  }

  private value(level: number): string {
    const { random, path } = this;
    if (level > 0 && level < path.length && random.chance(0.9)) return this.object(level);
    return random.pick([
      () => this.string(random.pick(this.users)),
      () => this.string(random.pick(this.users)),
      () => this.string(this.text()),
      () => random.pick(NUMBERS),
      () => random.pick(this.users.filter((user) => /^-?[1-9]/.test(user)).concat('1')),
      () => random.pick(['true', 'false', 'null', '{}', '[]']),
      () => `[${this.blanks()}${this.value(level)}${this.blanks()}]`,
      () => (random.chance(0.4) ? this.object(level) : '1'),
      () => this.string(JSON.stringify({ id: random.pick(this.users) })),
    ])();
  }

  private text(): string {
    const { random } = this;
    const text = random.pick([random.pick(IDS), random.pick(WORDS), random.pick(NUMBERS)]);
    return random.chance(0.2)
      ? text + random.pick(['.', '-', ' ', '|', '2', '_x', '"', '\\']) + text
      : text;
  }

  /** Returns a JSON string in which random characters are escaped. */
  private string(text: string): string {
    const { random } = this;
    if (random.chance(0.6)) return JSON.stringify(text);
    const spelt = Array.from({ length: text.length }, (_, at) => {
      const code = text.charCodeAt(at);
      const digits = code.toString(16).padStart(4, '0');
      return random.chance(0.3)
        ? `\\u${random.chance(0.5) ? digits : digits.toUpperCase()}`
        : JSON.stringify(text.charAt(at)).slice(1, -1);
    });
    return `"${spelt.join('')}"`;
  }

  private blanks(): string {
    return this.random.chance(0.9) ? '' : this.random.pick([' ', '\t', '  ', '\r']);
  }
}

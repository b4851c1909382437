import { createShapeMasker, secretValues } from '@lethe/destination-definitions/secrets';
import type { OutgoingRequest } from '@lethe/egress';

/** Characters; shorter stand-ins could be a part of any text, and are not replaced. */
const SHORTEST = 4;

type Credentials = Readonly<Record<string, string>>;

/** Between code that has stand-ins for credentials, and servers that want the real ones. */
export class StandInCredentials {
  private readonly forms: readonly (readonly [standIn: string, real: string])[];
  private mask: ((value: unknown) => unknown) | undefined;

  /**
   * @param standIns what the code gets
   * @param real the credentials that they stand for, by the same keys
   */
  constructor(
    standIns: Credentials,
    private readonly real: Credentials,
  ) {
    const pairs = Object.entries(standIns)
      .map(([key, standIn]) => [standIn, real[key] ?? ''] as const)
      .filter(([standIn]) => standIn.length >= SHORTEST);
    // A longer one may begin with a shorter one.
    this.forms = pairs
      .flatMap(([standIn, value]) =>
        WRITERS.map((write) => [write(standIn), write(value)] as const),
      )
      .sort(([a], [b]) => b.length - a.length);
  }

  /** Puts the real credentials into a request: as they are, escaped for URLs, forms and JSON, and in Basic. */
  restore({ url, method, headers, body }: OutgoingRequest): OutgoingRequest {
    return {
      url: this.restored(url),
      method,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, this.restored(value)]),
      ),
      ...(body === undefined ? {} : { body: this.restored(body as string) }),
    };
  }

  /** Hides in an answer all that could be a real credential. */
  hide<T>(answer: T): T {
    this.mask ??= createShapeMasker(secretValues(undefined, [this.real]));
    return this.mask(answer) as T;
  }

  private restored(text: string): string {
    const basic = /^(basic\s+)([a-z\d+/_-]+=*)$/i.exec(text);
    if (basic?.[2] !== undefined) {
      const pair = Buffer.from(basic[2], 'base64').toString('utf8');
      return `${basic[1] ?? ''}${Buffer.from(this.replaced(pair)).toString('base64')}`;
    }
    return this.replaced(text);
  }

  private replaced(text: string): string {
    return this.forms.reduce((said, [standIn, real]) => said.replaceAll(standIn, () => real), text);
  }
}

const WRITERS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => encodeURIComponent(Buffer.from(text).toString('utf8')), // lone surrogates have no form
  (text) => new URLSearchParams({ '': text }).toString().slice(1),
  (text) => JSON.stringify(text).slice(1, -1),
];

/** Whether two requests are alike in every character. */
export function isSame(a: OutgoingRequest, b: OutgoingRequest): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

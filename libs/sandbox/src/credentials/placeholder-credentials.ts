import { createShapeMasker, secretValues } from '@lethe/destination-definitions/secrets';
import type { OutgoingRequest } from '@lethe/egress';

/** Minimum length of a placeholder. A shorter text could occur in a request by chance. */
const SHORTEST = 4;

type Credentials = Readonly<Record<string, string>>;

/**
 * Replaces placeholders in requests with the real credentials, and masks credentials in answers.
 */
export class PlaceholderCredentials {
  private readonly forms: readonly (readonly [placeholder: string, real: string])[];
  private mask: ((value: unknown) => unknown) | undefined;

  /**
   * @param placeholders the placeholder for each key of a credential
   * @param real the real credential for each of these keys
   */
  constructor(
    placeholders: Credentials,
    private readonly real: Credentials,
  ) {
    const pairs = Object.entries(placeholders)
      .map(([key, placeholder]) => [placeholder, real[key] ?? ''] as const)
      .filter(([placeholder]) => placeholder.length >= SHORTEST);
    // Longest first, because a longer placeholder can begin with a shorter placeholder.
    this.forms = pairs
      .flatMap(([placeholder, value]) =>
        WRITERS.map((write) => [write(placeholder), write(value)] as const),
      )
      .sort(([a], [b]) => b.length - a.length);
  }

  /**
   * Replaces placeholders in a request with the real credentials. Finds placeholders verbatim,
   * escaped for URLs, forms or JSON, and in credentials of the Basic scheme.
   */
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

  /** In an answer, masks all texts that have the shape of a real credential. */
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
    return this.forms.reduce(
      (made, [placeholder, real]) => made.replaceAll(placeholder, () => real),
      text,
    );
  }
}

const WRITERS: readonly ((text: string) => string)[] = [
  (text) => text,
  // Lone surrogates are replaced first, because `encodeURIComponent` throws for them.
  (text) => encodeURIComponent(Buffer.from(text).toString('utf8')),
  (text) => new URLSearchParams({ '': text }).toString().slice(1),
  (text) => JSON.stringify(text).slice(1, -1),
];

/** Returns whether two requests are identical. */
export function isSame(a: OutgoingRequest, b: OutgoingRequest): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

import { request } from 'node:http';

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>> & { readonly details?: object };
  /** Cookies that the answer sets, verbatim. */
  readonly cookies: readonly string[];
}

/** Headers of the requests that a page of the gateway sends. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'x-lethe-console': '1' } as const;

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends a request with exactly these headers. `fetch` would change some headers. */
export function sendAs(url: string, path: string, sent: Sent = {}): Promise<ConsoleAnswer> {
  const { method = 'GET', headers = OWN_PAGE, body } = sent;
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const json = {
      'content-type': 'application/json',
      'content-length': String(text?.length ?? 0),
    };
    const outgoing = request(
      new URL(path, url),
      { method, headers: { ...(text === undefined ? {} : json), ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const answerText = Buffer.concat(chunks).toString();
          const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: answerText,
            body: (isJson ? JSON.parse(answerText) : {}) as ConsoleAnswer['body'],
            cookies: answer.headers['set-cookie'] ?? [],
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** Returns `name=value` of the cookie that an answer sets. */
export function cookieOf({ cookies }: ConsoleAnswer): string {
  return cookies[0]?.split(';')[0] ?? '';
}

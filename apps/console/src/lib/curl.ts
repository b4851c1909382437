export interface CurlRequest {
  readonly method?: string;
  /** Path and query, such as `/v2/regulations?limit=10`. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a request as a curl command. The shell variable `LETHE_TOKEN` contains the token. */
export function toCurl(origin: string, request: CurlRequest): string {
  const {
    method = request.body === undefined ? 'GET' : 'POST',
    path,
    body,
    headers = {},
  } = request;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(origin + path)}`,
    '-H "Authorization: Bearer $LETHE_TOKEN"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
  ];
  if (body !== undefined) {
    lines.push(`-H ${quote('Content-Type: application/json')}`);
    lines.push(`--data-binary ${quote(JSON.stringify(body, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

/** Quotes one word for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

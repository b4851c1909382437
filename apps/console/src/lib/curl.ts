export interface CurlRequest {
  readonly method?: string;
  /** From the root, with its query: `/v2/regulations?limit=10`. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as a command line. The token stands in the environment of whoever runs it, and never in the command. */
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

/** One word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

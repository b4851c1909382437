/**
 * All attributes of our spans. The list is closed, so that no user identifier, token, payload,
 * query or address gets into a trace by mistake. Ids come from the configuration; all other values
 * come from fixed lists.
 */
export interface SpanAttributes {
  readonly 'error.type'?: string;
  readonly 'http.request.method'?: string;
  /** The pattern of the route, never the path. */
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  readonly 'rpc.method'?: string;
  readonly 'messaging.operation.type'?: 'send' | 'process';
  readonly 'messaging.destination.name'?: string;
  readonly 'messaging.destination.partition.id'?: string;
  readonly 'messaging.batch.message_count'?: number;
  readonly 'lethe.workspace.id'?: string;
  readonly 'lethe.destination.id'?: string;
  readonly 'lethe.destination.type'?: string;
  readonly 'lethe.outcome'?: string;
  readonly 'lethe.jobs'?: number;
  readonly 'lethe.calls'?: number;
  readonly 'lethe.events.dropped'?: number;
}

const METHODS: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
]);

/** Returns the method for a span. Unusual methods become `_OTHER`, because they can be any text. */
export function shownMethod(method: string): string {
  return METHODS.has(method) ? method : '_OTHER';
}

import type { JsonObject } from '../texts/json.js';

/** One HTTP request that a destination's transformation asks for. Members of `body` that are not used are `{}`. */
export interface DeliveryRequest {
  readonly version: '1';
  readonly type: 'REST';
  /** HTTP method, upper case. */
  readonly method: string;
  /** Absolute URL. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Query parameters, added to those of the endpoint. */
  readonly params: JsonObject;
  readonly body: DeliveryBody;
  readonly files: JsonObject;
  readonly userId: string;
}

/** At most one member is not empty, and that one is sent. */
export interface DeliveryBody {
  /** Sent as JSON. */
  readonly JSON: JsonObject;
  /** `batch`: an array, or its JSON text. */
  readonly JSON_ARRAY: JsonObject;
  /** `payload`: a string, sent as it is. */
  readonly XML: JsonObject;
  /** Sent url-encoded; what is not a string, as JSON. */
  readonly FORM: JsonObject;
}

/** What came back for a request. */
export interface DeliveryAnswer {
  /** HTTP status as it came; 0 when there was no answer. */
  readonly status: number;
  /** JSON parsed, text as a string, anything else `""`; `{ error }` when there was no answer. */
  readonly body: unknown;
  /** The answer was longer than what is kept of it. */
  readonly truncated: boolean;
}

/** A request object with everything that is not given left empty. */
export function deliveryRequest(
  given: Pick<DeliveryRequest, 'method' | 'endpoint'> &
    Partial<Pick<DeliveryRequest, 'headers' | 'params' | 'userId'>> & {
      readonly body?: Partial<DeliveryBody>;
    },
): DeliveryRequest {
  return {
    version: '1',
    type: 'REST',
    method: given.method,
    endpoint: given.endpoint,
    headers: given.headers ?? {},
    params: given.params ?? {},
    body: { JSON: {}, JSON_ARRAY: {}, XML: {}, FORM: {}, ...given.body },
    files: {},
    userId: given.userId ?? '',
  };
}

import type { JsonObject } from '../texts/json.js';

/** One HTTP request from a destination transformation. Unused members of `body` are `{}`. */
export interface DeliveryRequest {
  readonly version: '1';
  readonly type: 'REST';
  /** HTTP method, upper case. */
  readonly method: string;
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Query parameters in addition to the parameters of the endpoint. */
  readonly params: JsonObject;
  readonly body: DeliveryBody;
  readonly files: JsonObject;
  readonly userId: string;
}

/** At most one member is not empty. That member is sent. */
export interface DeliveryBody {
  /** Sent as JSON. */
  readonly JSON: JsonObject;
  /** The member `batch` is sent as JSON. It is an array, or the JSON text of an array. */
  readonly JSON_ARRAY: JsonObject;
  /** The member `payload` is a string, which is sent unchanged. */
  readonly XML: JsonObject;
  /** Sent URL-encoded; values that are not strings are sent as JSON. */
  readonly FORM: JsonObject;
}

export interface DeliveryAnswer {
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /**
   * Parsed JSON, or a string if the answer is text, or `""` for any other content. `{ error }` if
   * there was no answer.
   */
  readonly body: unknown;
  /** Whether `body` is only the beginning of the answer, because the answer was too long. */
  readonly truncated: boolean;
}

/** Returns a request with the given members. All other members are empty. */
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

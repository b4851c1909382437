import { type DeliveryRequest, deliveryRequest, type JsonObject } from '@lethe/contracts';
import { asObject, isObject } from '@lethe/contracts/json';
import { asText } from '../json-values.js';
import { TransformError } from '../transform-error.js';
import { OutputBudget } from '../output-budget.js';
import { failed, type TransformOutcome } from '../destination-provider.js';

/** Status of an event that the transformer dropped on purpose. */
const FILTERED = 298;
const MAX_ERROR_LENGTH = 2_000;

/**
 * Returns the outcome from a transformer's answer to one event. The answer is an array. Each
 * element contains an error, a request, or a list of requests.
 *
 * @param answer the parsed body
 */
export function readOutcome(answer: unknown): TransformOutcome {
  try {
    new OutputBudget().spend(answer);
  } catch (error) {
    if (error instanceof TransformError) return failed(error.message);
    throw error;
  }
  if (!Array.isArray(answer) || answer.length === 0) {
    return failed("The transformer's answer is not a list with a result");
  }
  const requests: DeliveryRequest[] = [];
  const errors: string[] = [];
  for (const element of answer as unknown[]) {
    const error = isObject(element)
      ? errorOf(element)
      : 'The transformer returned a result that is not an object';
    if (error !== undefined) {
      errors.push(error);
      continue;
    }
    const { output } = element as JsonObject;
    for (const each of Array.isArray(output) ? (output as unknown[]) : [output]) {
      const request = requestOf(each);
      if (typeof request === 'string') errors.push(request);
      else requests.push(request);
    }
  }
  const [error] = errors;
  if (error === undefined) return { status: 'ok', requests };
  return requests.length === 0 ? failed(error) : { status: 'ok', requests, incomplete: error };
}

function errorOf(element: JsonObject): string | undefined {
  const status = typeof element.statusCode === 'number' ? element.statusCode : 200;
  const error =
    typeof element.error === 'string' && element.error !== '' ? element.error : undefined;
  if (status === FILTERED)
    return `The transformer filtered the event out${error === undefined ? '' : `: ${shortened(error)}`}`;
  if (status >= 200 && status < 300 && error === undefined) return undefined;
  return error === undefined
    ? `The transformer refused the event with status ${String(status)}`
    : shortened(error);
}

/** Returns the request, or a text about the problem. */
function requestOf(output: unknown): DeliveryRequest | string {
  if (!isObject(output) || typeof output.endpoint !== 'string' || output.endpoint === '') {
    return 'The transformer returned a request without an endpoint';
  }
  if (output.type !== undefined && output.type !== 'REST') {
    return 'The transformer returned a request that is not of type REST. Lethe cannot send it';
  }
  const body = asObject(output.body);
  return {
    ...deliveryRequest({
      method:
        typeof output.method === 'string' && output.method !== ''
          ? output.method.toUpperCase()
          : 'POST',
      endpoint: output.endpoint,
      headers: textsOf(asObject(output.headers)),
      params: asObject(output.params),
      userId: typeof output.userId === 'string' ? output.userId : '',
      body: {
        JSON: asObject(body.JSON),
        JSON_ARRAY: asObject(body.JSON_ARRAY),
        XML: asObject(body.XML),
        FORM: asObject(body.FORM),
      },
    }),
    files: asObject(output.files),
  };
}

function textsOf(headers: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, asText(value)]),
  );
}

function shortened(text: string): string {
  return text.length > MAX_ERROR_LENGTH ? `${text.slice(0, MAX_ERROR_LENGTH)}…` : text;
}

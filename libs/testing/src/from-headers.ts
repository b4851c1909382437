import type { CloudEventAttributes } from '@lethe/messaging';

/**
 * The attributes in a record's headers.
 * @returns undefined when they are not those of a CloudEvents 1.0 event with a time
 */
export function fromHeaders(
  headers: Readonly<Record<string, string | undefined>>,
): CloudEventAttributes | undefined {
  const { ce_id: id, ce_type: type, ce_source: source, ce_time: time } = headers;
  const { ce_requestid: requestId, ce_dataschema: dataschema } = headers;
  if (headers.ce_specversion !== '1.0') return undefined;
  if (id === undefined || type === undefined || source === undefined || time === undefined) {
    return undefined;
  }
  return {
    id,
    type,
    source,
    time,
    ...(requestId === undefined ? {} : { requestId }),
    ...(dataschema === undefined ? {} : { dataschema }),
  };
}

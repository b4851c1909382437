import type { TestResult, TestResultData } from '@lethe/contracts';
import { fitResult, MAX_RESULT_BYTES } from './fit-result.js';

const result = (...data: TestResultData[]): TestResult => ({
  destinationId: 'dst_1',
  destination: 'WEBHOOK',
  destinationName: 'Hook',
  data,
});
const text = (bytes: number, character = 'x'): string =>
  character.repeat(bytes / Buffer.byteLength(character));
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const LEFT_OUT = { error: 'Left out: the result of one destination may have at most 900 KiB.' };

describe('fitResult', () => {
  it('does not change a result that fits', () => {
    const fitting = result({ user_transformed_payload: { a: text(800_000) } });
    expect(fitResult(fitting)).toBe(fitting);
  });

  it('leaves out a large member if it leaves no bytes for the other members of the record', () => {
    const empty = bytesOf(result({ user_transformed_payload: '' }));
    const full = result({ user_transformed_payload: text(MAX_RESULT_BYTES - empty) });
    expect(bytesOf(full)).toBe(MAX_RESULT_BYTES);
    expect(bytesOf(fitResult(full))).toBeLessThan(MAX_RESULT_BYTES / 2);
  });

  it('keeps the first members, and leaves out members that do not fit', () => {
    const fitted = fitResult(
      result(
        {
          user_transformed_payload: { a: text(400_000) },
          user_transformation_logs: ['line'],
          dest_transformed_payload: [text(400_000)],
          destination_response: [text(400_000)],
          destination_response_status: [200],
          destination_response_truncated: true,
        },
        { user_transformed_payload: { b: 1 }, destination_response: [text(300_000)] },
      ),
    );
    expect(fitted.data).toEqual([
      {
        user_transformed_payload: { a: text(400_000) },
        user_transformation_logs: ['line'],
        dest_transformed_payload: [text(400_000)],
        destination_response: LEFT_OUT,
        destination_response_status: [200],
        destination_response_truncated: true,
      },
      { user_transformed_payload: { b: 1 }, destination_response: LEFT_OUT },
    ]);
  });

  it('replaces log lines that do not fit by one line', () => {
    const lines = Array.from({ length: 1_000 }, () => text(1_024));
    const fitted = fitResult(result({ user_transformation_logs: lines }));
    expect(fitted.data[0]).toEqual({ user_transformation_logs: [LEFT_OUT.error] });
  });

  it.each(['é', '😀', '"', '\n', '\u0001'])('measures %j in bytes of JSON', (character) => {
    const large = result({ user_transformed_payload: character.repeat(700_000) });
    expect(bytesOf(fitResult(large))).toBeLessThan(MAX_RESULT_BYTES);
  });

  it('makes the results of 1,000 events fit', () => {
    const element: TestResultData = {
      user_transformed_payload: { a: text(800) },
      dest_transformed_payload: [text(800)],
      destination_response: [text(800)],
      destination_response_status: [200],
    };
    const large = result(...Array.from({ length: 1_000 }, () => element));
    const fitted = fitResult(large);
    expect(bytesOf(fitted)).toBeLessThan(MAX_RESULT_BYTES);
    expect(fitted.data).toHaveLength(1_000);
    expect(fitted.data[0]).toEqual(element);
    expect(fitted.data.at(-1)).toMatchObject({ destination_response: LEFT_OUT });
  });

  it('does not change its input', () => {
    const large = result({ destination_response: [text(1_000_000)] });
    const before = structuredClone(large);
    fitResult(large);
    expect(large).toEqual(before);
  });
});

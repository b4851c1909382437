import type { FastifyRequest } from 'fastify';
import { readJsonBody } from './json-body.js';

describe('readJsonBody', () => {
  it('removes the bytes of the body from the request, even if they are invalid JSON', () => {
    for (const [text, expected] of [
      ['{"a":1}   ', { a: 1 }],
      ['{', undefined],
    ] as const) {
      const headers = { 'content-type': 'application/json' };
      const request = { headers, body: Buffer.from(text) } as unknown as FastifyRequest;
      const read = () => readJsonBody(request);
      if (expected === undefined) expect(read).toThrow('not valid JSON');
      else expect(read()).toEqual(expected);
      expect(request.body).toBeUndefined();
    }
  });
});

import { ERROR_TABLE, type ErrorBody } from '@lethe/contracts';
import { BAD_REQUESTS } from './bad-requests.js';
import { startGateway, type GatewayUnderTest } from './gateway-under-test.js';
import { sendRow } from './send-raw.js';

const TOKENS = { admin: 'admin', editor: 'editor', viewer: 'viewer' };

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await startGateway({
    catalog: { findSource: () => Promise.resolve(undefined) },
    editor: { find: () => Promise.resolve(undefined) },
  });
});

afterAll(() => gateway.app.close());

describe('the table of bad requests', () => {
  it('has at least 80 rows with different names', () => {
    expect(BAD_REQUESTS.length).toBeGreaterThanOrEqual(80);
    expect(new Set(BAD_REQUESTS.map((row) => row.name)).size).toBe(BAD_REQUESTS.length);
  });
});

describe('a bad request', () => {
  it.each(BAD_REQUESTS.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const answer = await sendRow(gateway.url, row, TOKENS);
    const body = JSON.parse(answer.text) as ErrorBody & { requestId: string };
    expect({ status: answer.status, code: body.code }).toEqual({
      status: row.status,
      code: row.code,
    });
    expect(ERROR_TABLE[body.code].status).toBe(row.status);
    expect(body.message).not.toBe('');
    expect(answer.headers['x-request-id']).toBe(body.requestId);
    if (row.detailPath !== undefined) {
      expect(Object.keys(body.details ?? {})).toContain(row.detailPath);
    }
  });

  it('changes no prototype', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });
});

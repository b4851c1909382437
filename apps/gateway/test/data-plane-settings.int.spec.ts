import { basic, SECRETS, useDataPlaneGateway } from './data-plane-gateway.js';

const gateway = useDataPlaneGateway();

describe('settings of a data plane', () => {
  const post = (body: string | undefined, headers: Record<string, string> = {}, path = 'ws_a') =>
    fetch(`${gateway.url}/data-plane/v1/workspaces/${path}/settings`, {
      method: 'POST',
      headers: { ...basic(SECRETS.plane), ...headers },
      ...(body === undefined ? {} : { body }),
    });

  it.each([
    '{"components":[{"name":"router","features":["a"]}]}',
    '{"components":[{"name":"router","features":null,"version":"1"}],"more":1}',
    '{"components":[]}',
    '{}',
  ])('get the answer 204: %s', async (body) => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain']) {
      const answer = await post(body, { 'content-type': type });
      expect([answer.status, await answer.text()]).toEqual([204, '']);
    }
  });

  it.each([
    ['nothing', undefined, 'invalid_json', []],
    ['no JSON', '{', 'invalid_json', []],
    ['a list', '[]', 'invalid_request', ['body']],
    ['components that are not a list', '{"components":{}}', 'invalid_request', ['components']],
    [
      'a component without a name',
      '{"components":[{}]}',
      'invalid_request',
      ['components[0].name'],
    ],
    ['a component that is null', '{"components":[null]}', 'invalid_request', ['components[0]']],
    [
      'features that are numbers',
      '{"components":[{"name":"x","features":[1]}]}',
      'invalid_request',
      ['components[0].features'],
    ],
  ])('are refused with the path of the invalid member: %s', async (_, body, code, paths) => {
    const answer = await post(body);
    const error = (await answer.json()) as { code: string; details?: object };
    expect([answer.status, error.code]).toEqual([400, code]);
    expect(Object.keys(error.details ?? {})).toEqual(paths);
  });
});

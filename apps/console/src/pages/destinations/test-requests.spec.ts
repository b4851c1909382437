import { requestsOf, whereTo } from './test-requests.js';

const request = (endpoint: string) => ({ method: 'POST', endpoint });

it('says to whom a run sends, and how often', () => {
  const data = [
    { dest_transformed_payload: [request('https://a.example/x'), request('https://a.example/y')] },
    { dest_transformed_payload: [request('http://b.example:81/')] },
    { dest_transformed_payload: { error: 'no' } },
    {},
  ];
  expect([...whereTo({ data })]).toEqual([
    ['https://a.example', 2],
    ['http://b.example:81', 1],
  ]);
});

it('says nobody where nothing could be tested', () => {
  expect(whereTo({ error: 'no' }).size).toBe(0);
  expect(requestsOf({ error: 'no mapping' })).toBe('no mapping');
});

import { parsePlace } from './event-place.js';

describe('parsePlace', () => {
  it.each([
    ['header:workspaceId', { kind: 'header', name: 'workspaceId' }],
    ['header:a:b', { kind: 'header', name: 'a:b' }],
    ['fixed:ws_demo', { kind: 'fixed', text: 'ws_demo' }],
    ['pointer:/userId', { kind: 'pointer', path: ['userId'] }],
    ['pointer:/a~1b/~0/0/', { kind: 'pointer', path: ['a/b', '~', '0', ''] }],
    ['pointer:/~01', { kind: 'pointer', path: ['~1'] }],
  ])('parses %s', (text, place) => {
    expect(parsePlace(text)).toEqual(place);
  });

  it.each([
    '',
    'userId',
    'header:',
    'fixed:',
    'pointer:',
    'pointer:userId',
    'pointer:/a~2',
    'body:/x',
  ])('returns undefined for %j', (text) => {
    expect(parsePlace(text)).toBeUndefined();
  });
});

import {
  type BadRequest,
  FINE,
  SUPPRESS,
  USERS,
  UNREADABLE,
  WRONG_TYPE,
  invalid,
  post,
  quoted,
} from './row.js';

export const BODIES: readonly BadRequest[] = [
  post('an empty body', '', UNREADABLE),
  post('blanks only', '  \n ', UNREADABLE),
  post('an incomplete body', '{"regulationType":"supp', UNREADABLE),
  post('a trailing comma', `{${SUPPRESS},${USERS},}`, UNREADABLE),
  post('single quotes', "{'regulationType':'suppress'}", UNREADABLE),
  post('a comment', `/* hi */ ${FINE}`, UNREADABLE),
  post('two documents', `${FINE}${FINE}`, UNREADABLE),
  post('NaN', `{${SUPPRESS},"users":[{"userId":"u","n":NaN}]}`, UNREADABLE),
  post('a raw control character in a string', '{"regulationType":"sup\npress"}', UNREADABLE),
  post('a broken escape', '{"regulationType":"\\x73uppress"}', UNREADABLE),
  post('a byte order mark', Buffer.from(`\uFEFF${FINE}`), UNREADABLE),
  post('UTF-16', Buffer.from(FINE, 'utf16le'), UNREADABLE),
  post(
    'a broken UTF-8 sequence',
    Buffer.concat([
      Buffer.from(`{${SUPPRESS},"users":[{"userId":"`),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}]}'),
    ]),
    UNREADABLE,
  ),
  post(
    'an overlong UTF-8 sequence',
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    UNREADABLE,
  ),
  post(
    'a surrogate encoded as UTF-8',
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    UNREADABLE,
  ),
  post('a million nested arrays', '['.repeat(1_000_000), UNREADABLE),
  post(
    'nesting of 65 levels in an identifier',
    `{${SUPPRESS},"users":[{"userId":"u","deep":${'['.repeat(62)}${']'.repeat(62)}}]}`,
    UNREADABLE,
  ),
  post('a body over the limit', `{${SUPPRESS},"users":[${quoted(8 * 1024 * 1024)}]}`, {
    status: 413,
    code: 'payload_too_large',
  }),
  invalid('null as the body', 'null', 'body'),
  invalid('an array as the body', `[${FINE}]`, 'body'),
  invalid('a string as the body', '"suppress"', 'body'),
  invalid('a number as the body', '42', 'body'),
];

export const MEDIA_TYPES: readonly BadRequest[] = [
  ['no content type', { 'content-type': '' }],
  ['text/plain', { 'content-type': 'text/plain' }],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['an unsupported JSON type', { 'content-type': 'application/problem+json' }],
  ['an unsupported charset', { 'content-type': 'application/json; charset=iso-8859-1' }],
  ['an invalid content type', { 'content-type': 'json' }],
  ['a compressed body', { 'content-encoding': 'gzip' }],
].map(([name, headers]) =>
  post(name as string, FINE, { ...WRONG_TYPE, headers: headers as Record<string, string> }),
);

import { type BadRequest, SUPPRESS, DELETE, USERS, invalid, quoted } from './row.js';

export const SHAPES: readonly BadRequest[] = [
  invalid('an empty object', '{}', 'regulationType'),
  invalid('a reason that is not a string', `{${SUPPRESS},${USERS},"reason":1}`, 'reason'),
  invalid('a reason that is null', `{${SUPPRESS},${USERS},"reason":null}`, 'reason'),
  invalid('a blank reason', `{${SUPPRESS},${USERS},"reason":" "}`, 'reason'),
  invalid('a reason of 501 characters', `{${SUPPRESS},${USERS},"reason":${quoted(501)}}`, 'reason'),
  invalid('no regulationType', `{${USERS}}`, 'regulationType'),
  invalid('a null regulationType', `{"regulationType":null,${USERS}}`, 'regulationType'),
  invalid('an unknown regulationType', `{"regulationType":"erase",${USERS}}`, 'regulationType'),
  invalid('a type in upper case', `{"regulationType":"SUPPRESS",${USERS}}`, 'regulationType'),
  invalid('an array of types', `{"regulationType":["suppress"],${USERS}}`, 'regulationType'),
  invalid(
    'a duplicate key with a wrong last value',
    `{${SUPPRESS},"regulationType":"x",${USERS}}`,
    'regulationType',
  ),
  invalid(
    'sourceIDs instead of sourceIds',
    `{${SUPPRESS},"sourceIDs":["s"],${USERS}}`,
    'sourceIDs',
  ),
  invalid('an unknown property', `{${SUPPRESS},${USERS},"law":"GDPR"}`, 'law'),
  invalid('__proto__ as a property', `{${SUPPRESS},${USERS},"__proto__":{"a":1}}`, '__proto__'),
  invalid('constructor as a property', `{${SUPPRESS},${USERS},"constructor":{}}`, 'constructor'),
  invalid('toString as a property', `{${SUPPRESS},${USERS},"toString":1}`, 'toString'),
  invalid('users only in __proto__', `{${SUPPRESS},"__proto__":{${USERS}}}`, 'users'),
  invalid('an empty property name', `{${SUPPRESS},${USERS},"":1}`, ''),
  invalid('no users', `{${SUPPRESS}}`, 'users'),
  invalid('null users', `{${SUPPRESS},"users":null}`, 'users'),
  invalid('an empty list of users', `{${SUPPRESS},"users":[]}`, 'users'),
  invalid('users as an object', `{${SUPPRESS},"users":{"0":{"userId":"u"}}}`, 'users'),
  invalid('users as a string', `{${SUPPRESS},"users":"u1"}`, 'users'),
  invalid(
    '10,001 users',
    `{${SUPPRESS},"users":[${Array.from({ length: 10_001 }, (_, n) => `{"userId":"u${n}"}`).join()}]}`,
    'users',
  ),
];

export const TARGETS: readonly BadRequest[] = [
  invalid('an empty sourceIds', `{${SUPPRESS},"sourceIds":[],${USERS}}`, 'sourceIds'),
  invalid('a null sourceIds', `{${SUPPRESS},"sourceIds":null,${USERS}}`, 'sourceIds'),
  invalid('sourceIds as a string', `{${SUPPRESS},"sourceIds":"s",${USERS}}`, 'sourceIds'),
  invalid('a number among sourceIds', `{${SUPPRESS},"sourceIds":["s",7],${USERS}}`, 'sourceIds[1]'),
  invalid('a list in sourceIds', `{${SUPPRESS},"sourceIds":[["s"]],${USERS}}`, 'sourceIds[0]'),
  invalid(
    '101 sourceIds',
    `{${SUPPRESS},"sourceIds":[${Array.from({ length: 101 }, (_, n) => `"s${n}"`).join()}],${USERS}}`,
    'sourceIds',
  ),
  invalid(
    'sourceIds with a deletion',
    `{${DELETE},"sourceIds":["s"],"destinationIds":["d"],${USERS}}`,
    'sourceIds',
  ),
  invalid(
    'destinationIds with a suppression',
    `{${SUPPRESS},"destinationIds":["d"],${USERS}}`,
    'destinationIds',
  ),
  invalid(
    'sourceIds and destinationIds, and an invalid type',
    `{"regulationType":"x","sourceIds":["s"],"destinationIds":["d"],${USERS}}`,
    'sourceIds',
  ),
  invalid('a deletion without destinationIds', `{${DELETE},${USERS}}`, 'destinationIds'),
  invalid('no destination', `{${DELETE},"destinationIds":[],${USERS}}`, 'destinationIds'),
  invalid('null destinationIds', `{${DELETE},"destinationIds":null,${USERS}}`, 'destinationIds'),
  invalid(
    'a null among destinationIds',
    `{${DELETE},"destinationIds":[null],${USERS}}`,
    'destinationIds[0]',
  ),
  invalid('"*" beside an id', `{${DELETE},"destinationIds":["*","d"],${USERS}}`, 'destinationIds'),
  invalid('"*" twice', `{${DELETE},"destinationIds":["*","*"],${USERS}}`, 'destinationIds'),
  invalid(
    '101 destinationIds',
    `{${DELETE},"destinationIds":[${Array.from({ length: 101 }, (_, n) => `"d${n}"`).join()}],${USERS}}`,
    'destinationIds',
  ),
];

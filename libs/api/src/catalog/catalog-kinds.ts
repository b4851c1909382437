import {
  codeProblem,
  configProblem,
  EMPTY_LABEL_PROBLEM,
  FIXED_LIMITS,
  ID_PATTERN,
  ID_PROBLEM,
  isObject,
  LABEL_PATTERN,
  LONG_LABEL_PROBLEM,
  NAME_PATTERN,
} from '@lethe/contracts';
import { maxLength } from 'class-validator';
import { textBy, type Kind } from '../definition/index.js';

/** Id that the caller chose for an item, or id of a referenced item. */
export const itemId = textBy((id) => (ID_PATTERN.test(id) ? undefined : ID_PROBLEM), {
  pattern: ID_PATTERN.source,
});

/** Text for display, which is not empty and has a maximum length. */
export const label = textBy(
  (text) => {
    if (!LABEL_PATTERN.test(text)) return EMPTY_LABEL_PROBLEM;
    return maxLength(text, FIXED_LIMITS.labelLength) ? undefined : LONG_LABEL_PROBLEM;
  },
  { pattern: LABEL_PATTERN.source, maxLength: FIXED_LIMITS.labelLength },
);

/**
 * Label without control characters, line breaks and marks that change the direction of text.
 * This kind checks only the rules of a label. The handler checks new names with `nameProblem`, so
 * stored names remain valid.
 */
export const itemName: Kind = {
  ...label,
  schema: { ...label.schema, pattern: NAME_PATTERN.source },
};

export const code = textBy(codeProblem);

/** Text of an answer. In the body of a request, any value is allowed and ignored. */
export const ignoredText: Kind = {
  schema: { anyOf: [{ type: 'string' }, {}] },
  isIgnored: true,
};

export const ignoredNumber: Kind = {
  schema: { anyOf: [{ type: 'integer' }, {}] },
  isIgnored: true,
};

export const versionNumber: Kind = { schema: { type: 'integer', minimum: 1 } };

/**
 * Transformation of a destination, as an id or as the object that answers contain. The handler
 * checks the value.
 */
export const transformationLink: Kind = {
  schema: {
    // `null` is part of the first choice. From a third choice, code generators create a type that
    // some languages do not have.
    oneOf: [
      { type: ['string', 'null'], pattern: ID_PATTERN.source },
      {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', pattern: ID_PATTERN.source },
          version: { type: 'integer' },
        },
        additionalProperties: false,
      },
    ],
  },
};

/**
 * Id of the last received item of a page that ended early. The answer contains the rest of this
 * page.
 */
export const afterId: Kind = {
  schema: { type: 'string', pattern: ID_PATTERN.source },
  saysOnce: true,
  check: (value, report) => {
    if (typeof value === 'string' && ID_PATTERN.test(value)) return;
    report('must be the id from `paging.next`, and must occur only once');
  },
};

/**
 * Configuration of a source or a destination. The handler checks the variables against the type.
 */
export const config: Kind = {
  schema: { type: 'object', additionalProperties: true },
  check: (value, report) => {
    const problem = isObject(value) ? configProblem(value) : 'must be an object';
    if (problem !== undefined) report(problem);
  },
};

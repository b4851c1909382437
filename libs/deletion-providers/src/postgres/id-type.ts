import { UUID_PATTERN } from '@lethe/contracts';
import { JSON_NUMBER, plainDecimal } from '@lethe/contracts/bounds';
import { digitsOf } from '../s3/parquet/id-matcher.js';

/**
 * Comparison of userIds with a column. It never matches the rows of another user. It can use the
 * column's index, except for `citext` and nondeterministic collations.
 */
export interface IdType {
  /**
   * Returns the SQL condition for rows of the users. A row belongs to a user if its column, printed
   * as text, is exactly the userId.
   *
   * @param column quoted name of the column
   * @returns SQL in which `$1` is the array of userIds as text
   */
  readonly condition: (column: string) => string;
  /** Whether PostgreSQL can print a value of the type as this userId. If not, no row can match. */
  readonly canHold: (userId: string) => boolean;
  /** Equality of the type. Absent if values with different texts are never equal in this type. */
  readonly alike?: TypeEquality;
}

/**
 * The equality operator of a type. A row is in doubt if it is equal to a userId for this operator,
 * but has a different text.
 */
export interface TypeEquality {
  /** Name of the type in SQL. */
  readonly type: string;
  /** @returns the value to compare the column with; undefined if no row can be in doubt */
  readonly form: (userId: string) => string | undefined;
}

/** The form in which PostgreSQL prints a UUID. */
const UUID = new RegExp(`^${UUID_PATTERN}$`);
const UUID_DIGITS = /^[0-9a-f]{32}$/;
/** The forms in which PostgreSQL prints numbers. `007` does not match: `7` is another user. */
const WHOLE_NUMBER = /^(?:0|-?[1-9]\d*)$/;
const DECIMAL_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const hasNoNul: IdType['canHold'] = (userId) => !userId.includes('\0');

const TEXT: IdType = {
  condition: (column) => `${column} = any($1::text[])`,
  canHold: hasNoNul,
};

/**
 * @param type name of the type from `format_type`, without a length
 * @param isExact whether the collation distinguishes all texts
 * @returns undefined if the type cannot be compared with userIds
 */
export function idTypeOf(type: string, isExact: boolean): IdType | undefined {
  switch (type.replace(/^.*\./, '')) {
    case 'text':
    case 'character varying':
      return isExact ? TEXT : textAlike('text');
    case 'citext':
      return textAlike(type);
    case 'character':
    case 'bpchar': // PostgreSQL neither prints nor compares trailing blanks of this type.
      return isExact
        ? {
            condition: (column) => `${column} = any($1::text[]::bpchar[])`,
            canHold: (userId) => hasNoNul(userId) && !userId.endsWith(' '),
            alike: textAlike('bpchar').alike,
          }
        : textAlike('bpchar');
    case 'uuid':
      return {
        condition: (column) => `${column} = any($1::text[]::uuid[])`,
        canHold: (userId) => UUID.test(userId),
        alike: { type: 'uuid', form: uuidForm },
      };
    case 'smallint':
      return whole('smallint', 16);
    case 'integer':
      return whole('integer', 32);
    case 'bigint':
      return whole('bigint', 64);
    case 'numeric':
      return {
        // The comparison of numbers can use the index. The comparison of texts distinguishes `1.0`
        // from `1`.
        condition: (column) =>
          `${column} = any($1::text[]::numeric[]) and ${column}::text = any($1::text[])`,
        canHold: (userId) => DECIMAL_NUMBER.test(userId),
        alike: { type: 'numeric', form: numberForm },
      };
    default:
      return undefined;
  }
}

/**
 * Returns the comparison for a type or a collation in which different texts can be equal, for
 * example `Ann` and `ann`.
 */
function textAlike(type: string): Required<IdType> {
  return {
    condition: (column) => `${column}::text collate "C" = any($1::text[])`,
    canHold: hasNoNul,
    alike: { type, form: (userId) => (hasNoNul(userId) ? userId : undefined) },
  };
}

function uuidForm(userId: string): string | undefined {
  const digits = digitsOf(userId);
  return UUID_DIGITS.test(digits) && !UUID.test(userId) ? digits : undefined;
}

function whole(type: string, bits: number): IdType {
  const limit = 2n ** BigInt(bits - 1);
  const fits = (text: string): boolean => {
    if (text.length > 20 || !WHOLE_NUMBER.test(text)) return false;
    const number = BigInt(text);
    return number >= -limit && number < limit;
  };
  const form = (userId: string): string | undefined => {
    const plain = fits(userId) ? undefined : numberForm(userId);
    return plain !== undefined && fits(plain) ? plain : undefined;
  };
  return {
    condition: (column) => `${column} = any($1::text[]::${type}[])`,
    canHold: fits,
    alike: { type, form },
  };
}

function numberForm(userId: string): string | undefined {
  return JSON_NUMBER.test(userId) ? plainDecimal(userId) : undefined;
}

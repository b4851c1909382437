import { UUID_PATTERN } from '@lethe/contracts';
import { JSON_NUMBER, plainDecimal } from '@lethe/contracts/bounds';
import { digitsOf } from '../s3/parquet/id-matcher.js';

/** How userIds are compared with a column, so that its index can be used and no other user is met. */
export interface IdType {
  /**
   * Rows are a user's if their text is the userId.
   *
   * @param column quoted
   * @returns a condition on it, with the ids as `$1`, an array of text
   */
  readonly condition: (column: string) => string;
  /** Whether the type writes this userId at all; what it does not write is not there. */
  readonly canHold: (userId: string) => boolean;
  /** Absent where the type takes no two texts for equal. */
  readonly alike?: Alike;
}

/** How the type itself compares. A row that it takes for equal, and that has another text, is in doubt. */
export interface Alike {
  /** As statements name it. */
  readonly type: string;
  /** @returns what to give the type for this userId; undefined where no row can be equal */
  readonly form: (userId: string) => string | undefined;
}

/** As the type writes it. */
const UUID = new RegExp(`^${UUID_PATTERN}$`);
const UUID_DIGITS = /^[0-9a-f]{32}$/;
/** As the types write them: `007` is another user than `7`. */
const WHOLE_NUMBER = /^(?:0|-?[1-9]\d*)$/;
const DECIMAL_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const isText: IdType['canHold'] = (userId) => !userId.includes('\0');

const TEXT: IdType = {
  condition: (column) => `${column} = any($1::text[])`,
  canHold: isText,
};

/**
 * @param type as `format_type` names it, without its length
 * @param isExact whether its collation takes different texts for different
 * @returns undefined when userIds can't be compared with it
 */
export function idTypeOf(type: string, isExact: boolean): IdType | undefined {
  switch (type.replace(/^.*\./, '')) {
    case 'text':
    case 'character varying':
      return isExact ? TEXT : textAlike('text');
    case 'citext':
      return textAlike(type);
    case 'character':
    case 'bpchar': // The type writes no blanks at the end, and takes texts for equal that differ in them.
      return isExact
        ? {
            condition: (column) => `${column} = any($1::text[]::bpchar[])`,
            canHold: (userId) => isText(userId) && !userId.endsWith(' '),
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
        // By value too, for the index: the text of a number says how many places it has.
        condition: (column) =>
          `${column} = any($1::text[]::numeric[]) and ${column}::text = any($1::text[])`,
        canHold: (userId) => DECIMAL_NUMBER.test(userId),
        alike: { type: 'numeric', form: numberForm },
      };
    default:
      return undefined;
  }
}

/** Of a type or a collation that takes different texts for equal, such as upper and lower case. */
function textAlike(type: string): Required<IdType> {
  return {
    condition: (column) => `${column}::text collate "C" = any($1::text[])`,
    canHold: isText,
    alike: { type, form: (userId) => (isText(userId) ? userId : undefined) },
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

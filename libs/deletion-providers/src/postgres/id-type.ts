/** How userIds are compared with a column, so that its index can be used and no other user is met. */
export interface IdType {
  /**
   * @param column quoted
   * @returns a condition on it, with the ids as `$1`, an array of text
   */
  readonly condition: (column: string) => string;
  /** Whether the column can hold this userId at all; what it cannot hold is not there. */
  readonly canHold: (userId: string) => boolean;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** As the type writes it: `007` is another user than `7`. */
const WHOLE_NUMBER = /^(?:0|-?[1-9]\d*)$/;

const TEXT: IdType = {
  condition: (column) => `${column} = any($1::text[])`,
  canHold: (userId) => !userId.includes('\0'),
};

/** Of a type or a collation that takes different texts for equal, such as upper and lower case. */
const EXACT_TEXT: IdType = {
  ...TEXT,
  condition: (column) => `${column}::text collate "C" = any($1::text[])`,
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
      return isExact ? TEXT : EXACT_TEXT;
    case 'citext':
      return EXACT_TEXT;
    case 'character':
    case 'bpchar':
      // The type compares without blanks at the end: `jane ` would find `jane`, who is another user.
      return isExact
        ? cast('bpchar', (userId) => TEXT.canHold(userId) && !userId.endsWith(' '))
        : EXACT_TEXT;
    case 'uuid':
      return cast('uuid', (userId) => UUID.test(userId));
    case 'smallint':
      return cast('smallint', isWhole(16));
    case 'integer':
      return cast('integer', isWhole(32));
    case 'bigint':
      return cast('bigint', isWhole(64));
    case 'numeric':
      return cast('numeric', (userId) => WHOLE_NUMBER.test(userId));
    default:
      return undefined;
  }
}

function cast(type: string, canHold: IdType['canHold']): IdType {
  return { condition: (column) => `${column} = any($1::text[]::${type}[])`, canHold };
}

function isWhole(bits: number): IdType['canHold'] {
  const limit = 2n ** BigInt(bits - 1);
  return (userId) => {
    if (userId.length > 20 || !WHOLE_NUMBER.test(userId)) return false;
    const number = BigInt(userId);
    return number >= -limit && number < limit;
  };
}

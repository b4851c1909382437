/** Why nothing can be done at a destination that is not there. */
export const GONE = 'The destination was deleted.';

/** Why what was ordered at a destination of one type is not tried anew at the one that has its id now. */
export const OTHER_TYPE =
  'The destination was made anew with another type: its users are found by other identifiers. Create new regulations for them.';

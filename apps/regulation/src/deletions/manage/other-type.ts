export const DESTINATION_DELETED = 'The destination was deleted.';

export const OTHER_TYPE =
  'The destination was recreated with another type, which needs other identifiers. Create new regulations for these users.';

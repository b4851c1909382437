/** `createdBy` and `reason` of a regulation that was recreated after a restore. */
export const REBUILT_BY = 'lethe restored';
export const REBUILT_REASON = 'Rebuilt after a restore of the database.';

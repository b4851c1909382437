/** By what a reader sees that a regulation was rebuilt after a restore: its `createdBy` and `reason`. */
export const REBUILT_BY = 'lethe restored';
export const REBUILT_REASON = 'Rebuilt after a restore of the database.';

/** `createdBy` of what was rebuilt after a restore: no token may have a name that ends so. */
export const REBUILT_BY = 'lethe restored';

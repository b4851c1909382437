import type { UserCommands } from '@lethe/api/users';
import type { ServiceParts } from '../service-parts.js';
import { lookUpUser } from './look-up-user.query.js';
import { searchUsers } from './search-users.query.js';
import { unsuppressUser } from './unsuppress-user.use-case.js';

export function userHandlers(parts: ServiceParts): UserCommands {
  const { order, read } = parts.gate.with(parts);
  return {
    lookUpUser: read(lookUpUser),
    searchUsers: read(searchUsers),
    unsuppressUser: order(unsuppressUser),
  };
}

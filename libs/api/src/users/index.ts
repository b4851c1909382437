export * from './user-answers.dto.js';
export * from './user-bodies.dto.js';
export { USER_BOUNDS, USER_KEYS } from './user-bounds.js';
export {
  users,
  type LookUpUser,
  type SearchUsers,
  type UnsuppressUser,
  type UserCommands,
} from './users.operations.js';

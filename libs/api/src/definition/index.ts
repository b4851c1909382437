export { checkDto } from './check-dto.js';
export * from './kinds.js';
export { Member, membersOf, Together, type CheckTogether, type MemberRule } from './member.js';
export {
  capability,
  operation,
  patternsOf,
  type AddedOf,
  type AnswerOf,
  type BodyOf,
  type Capability,
  type CommandOf,
  type CommandsOf,
  type Operation,
} from './operation.js';

export { checkDto } from './check-dto.js';
export * from './kinds.js';
export { PagingDto } from './paging.dto.js';
export { TIME_PROBLEM, utcTimeOf } from './utc-time.js';
export {
  Member,
  membersOf,
  Together,
  wireNameOf,
  type CheckTogether,
  type MemberRule,
} from './member.js';
export {
  capability,
  operation,
  PAGES_END_EARLY,
  partsOf,
  patternsOf,
  type AddedOf,
  type AnswerOf,
  type BodyOf,
  type Capability,
  type CommandOf,
  type CommandsOf,
  type Operation,
  type PageOf,
  type ResultOf,
} from './operation.js';

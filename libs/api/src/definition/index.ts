export { checkDto, checkDtoInSteps, type CheckYield } from './check-dto.js';
export type { Contexts, Sender, WorkerContext, WorkspacesContext } from './contexts.js';
export * from './kinds.js';
export * from './list-kinds.js';
export * from './common.dto.js';
export { timeProblem, utcTimeOf } from './utc-time.js';
export {
  exampleOf,
  headerNameOf,
  Member,
  membersOf,
  rulesOf,
  Together,
  wireNameOf,
  type CheckTogether,
  type MemberRule,
} from './member.js';
export * from './operation.js';
export * from './answers.js';
export * from './commands.js';
export * from './references.js';
export { reportUnknownNames } from './unknown-names.js';

export * from './create-regulations.dto.js';
export * from './deletion-plan.dto.js';
export * from './not-deleted.dto.js';
export { law, receivedAtProblem } from './demand.kinds.js';
export * from './regulation-requests.dto.js';
export * from './regulation.dto.js';
export {
  regulations,
  type AbortDeletions,
  type CancelRegulation,
  type CreatedRegulations,
  type CreateRegulations,
  type GetRegulation,
  type ListedRegulations,
  type ListRegulations,
  type PlanRegulations,
  type RegulationCommands,
} from './regulations.operations.js';

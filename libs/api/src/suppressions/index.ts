export type { SuppressionChangeDto, SuppressionPageDto } from './suppressions.dto.js';
export {
  suppressions,
  type SuppressionCommands,
  type SuppressionPageCommand,
} from './suppressions.operations.js';

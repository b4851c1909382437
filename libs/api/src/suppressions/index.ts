export {
  suppressions,
  type SuppressionChange,
  type SuppressionCommands,
  type SuppressionPage,
  type SuppressionPageCommand,
} from './suppressions.operations.js';

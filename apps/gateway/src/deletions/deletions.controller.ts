import { deletions } from '@lethe/api/deletions';
import { DELETION_COMMANDS } from '../injection-tokens.js';
import { controllerOf } from '../operations/controller-of.js';

export const DeletionsController = controllerOf(deletions, DELETION_COMMANDS);

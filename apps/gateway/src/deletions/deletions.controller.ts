import { deletions } from '@lethe/api/deletions';
import { controllerOf } from '../operations/controller-of.js';

export const DeletionsController = controllerOf(deletions);

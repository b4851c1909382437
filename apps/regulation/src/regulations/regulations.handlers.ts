import type { RegulationCommands } from '@lethe/api/regulations';
import { abortDeletions } from '../deletions/abort-deletions.use-case.js';
import type { ServiceParts } from '../service-parts.js';
import { cancelRegulation } from './cancel/cancel-regulation.use-case.js';
import { createRegulations } from './create/create-regulations.use-case.js';
import { getRegulation } from './get/get-regulation.query.js';
import { listRegulations } from './list/list-regulations.query.js';
import { planRegulations } from './plan/plan-regulations.query.js';

export function regulationHandlers(parts: ServiceParts): RegulationCommands {
  const { order, read } = parts.gate.with(parts);
  return {
    createRegulations: order(createRegulations),
    planRegulations: read(planRegulations),
    listRegulations: read(listRegulations),
    getRegulation: read(getRegulation),
    cancelRegulation: order(cancelRegulation),
    abortDeletions: order(abortDeletions),
  };
}

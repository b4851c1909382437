import { CancelRegulationDto, DetailsCollector } from '@lethe/contracts';
import { parseQuery } from '../http/query-string.js';
import { reportUnknownNames } from '../http/unknown-names.js';
import { validateDto } from '../http/validate-dto.js';

const PARAMETERS = ['reason'] as const;

/**
 * Checks the query of `DELETE /v2/regulations/{id}`.
 *
 * @param target of the request
 * @throws LetheError `invalid_request` naming the parameter
 */
export function checkCancelQuery(target: string): CancelRegulationDto {
  const query = parseQuery(target);
  const problems = new DetailsCollector();
  reportUnknownNames(query, PARAMETERS, 'query parameter', problems);
  const dto = validateDto(CancelRegulationDto, query, PARAMETERS, problems);
  problems.throwIfAny();
  return dto;
}

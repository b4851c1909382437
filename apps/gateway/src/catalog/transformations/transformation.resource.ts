import {
  ModuleInputDto,
  TransformationAnswerDto,
  TransformationPageDto,
  type ModuleDto,
  ModulePatchDto,
} from '@lethe/api-contracts';
import { EXAMPLE_TIMES, type ListedResourceOf } from '../catalog-resource.js';
import { MODULE_INPUT_NAMES } from '../code-module.js';

const INPUT = {
  name: 'Mask e-mail',
  code: 'export function transformEvent(event) { delete event.context?.traits?.email; return event; }',
};
const EXAMPLE: ModuleDto = { id: 'tr_mask', ...INPUT, ...EXAMPLE_TIMES };

export const TRANSFORMATION: ListedResourceOf<
  ModuleInputDto,
  TransformationAnswerDto,
  TransformationPageDto
> = {
  noun: 'transformation',
  exampleId: EXAMPLE.id,
  takesBasic: true,
  input: {
    type: ModuleInputDto,
    patchType: ModulePatchDto,
    patch: { name: 'Mask' },
    names: MODULE_INPUT_NAMES,
    example: INPUT,
  },
  answer: { type: TransformationAnswerDto, example: { transformation: EXAMPLE } },
  page: {
    type: TransformationPageDto,
    example: { transformations: [EXAMPLE], paging: { total: 1 } },
  },
};

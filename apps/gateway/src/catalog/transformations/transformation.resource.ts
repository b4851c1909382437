import type { CatalogTransformation } from '@lethe/catalog';
import {
  TransformationInputDto,
  TransformationAnswerDto,
  TransformationPageDto,
  TransformationPatchDto,
  type TransformationDto,
} from '@lethe/api';
import { EXAMPLE_TIMES, type ListedResourceOf } from '../catalog-resource.js';
import { MODULE_INPUT_NAMES, toModuleDto } from '../code-module.js';

const INPUT = {
  name: 'Mask e-mail',
  code: 'export function transformEvent(event) { delete event.context?.traits?.email; return event; }',
};
const EXAMPLE: TransformationDto = { id: 'tr_mask', ...INPUT, version: 3, ...EXAMPLE_TIMES };

export const TRANSFORMATION: ListedResourceOf<
  TransformationInputDto,
  TransformationAnswerDto,
  TransformationPageDto
> = {
  noun: 'transformation',
  exampleId: EXAMPLE.id,
  takesBasic: true,
  input: {
    type: TransformationInputDto,
    patchType: TransformationPatchDto,
    patch: { name: 'Mask' },
    names: MODULE_INPUT_NAMES,
    ignored: ['version'],
    example: INPUT,
  },
  answer: { type: TransformationAnswerDto, example: { transformation: EXAMPLE } },
  page: {
    type: TransformationPageDto,
    example: { transformations: [EXAMPLE], paging: { total: 1 } },
  },
};

export function toTransformationDto(transformation: CatalogTransformation): TransformationDto {
  return { ...toModuleDto(transformation), version: transformation.codeVersion };
}

export function toTransformationAnswer(
  transformation: CatalogTransformation,
): TransformationAnswerDto {
  return { transformation: toTransformationDto(transformation) };
}

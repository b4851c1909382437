import {
  LibraryAnswerDto,
  LibraryPageDto,
  ModuleInputDto,
  type ModuleDto,
  ModulePatchDto,
} from '@lethe/api';
import { EXAMPLE_TIMES, type ListedResourceOf } from '../catalog-resource.js';
import { MODULE_INPUT_NAMES } from '../code-module.js';

const INPUT = { name: 'pii', code: "export const hide = (s) => '***';" };
const EXAMPLE: ModuleDto = { id: 'lib_pii', ...INPUT, ...EXAMPLE_TIMES };

export const LIBRARY: ListedResourceOf<ModuleInputDto, LibraryAnswerDto, LibraryPageDto> = {
  noun: 'transformation library',
  takesBasic: true,
  input: {
    type: ModuleInputDto,
    patchType: ModulePatchDto,
    patch: { code: "export const hide = () => '***';" },
    names: MODULE_INPUT_NAMES,
    example: INPUT,
  },
  answer: { type: LibraryAnswerDto, example: { library: EXAMPLE } },
  page: { type: LibraryPageDto, example: { libraries: [EXAMPLE], paging: { total: 1 } } },
};

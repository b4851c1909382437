import { FIXED_LIMITS } from '@lethe/contracts';
import { flag, Member, object, objects, route, text, TIME } from '../definition/index.js';
import { code, ignoredNumber, itemName, versionNumber } from './catalog-kinds.js';
import { EditedAnswerDto, ID, patchOf, shownAs } from './items.js';
import { catalogCapability, EXAMPLE_TIMES, resource } from './resource.js';

const CODE = 'export function transformEvent(event) { return event; }';

/** Body of `POST` and `PUT` on `/transformation-libraries`. */
export class ModuleInputDto extends EditedAnswerDto {
  @Member({ ...ID, example: 'tr_mask' })
  id?: string;

  @Member({ is: itemName, example: 'Mask e-mail', description: 'A library is imported by it.' })
  name!: string;

  @Member({
    is: code,
    example: CODE,
    description: `Source of an ES module, up to ${FIXED_LIMITS.codeBytes} bytes in UTF-8.`,
  })
  code!: string;
}

/** Body of `POST` and `PUT` on `/transformations`. */
export class TransformationInputDto extends ModuleInputDto {
  @Member({ is: ignoredNumber, optional: true, description: 'Of an answer; ignored.' })
  version?: number;
}

/** A transformation or a library. */
export class ModuleDto {
  @Member({ is: text, example: 'tr_mask' })
  id!: string;

  @Member({ is: text, example: 'Mask e-mail' })
  name!: string;

  @Member({ is: text, example: CODE })
  code!: string;

  @Member(TIME)
  createdAt!: string;

  @Member(TIME)
  updatedAt!: string;
}

export class TransformationDto extends ModuleDto {
  @Member({
    is: versionNumber,
    example: 3,
    description: 'Of the code: another one each time that it changes.',
  })
  version!: number;
}

/** A version in a list. */
export class CodeVersionDto {
  @Member({ is: versionNumber, example: 3 })
  number!: number;

  @Member({ is: flag, example: true, description: 'Whether it is the one that runs.' })
  current!: boolean;

  @Member(TIME)
  createdAt!: string;

  @Member({
    is: text,
    optional: true,
    example: 'ci',
    description:
      'Name of the token. Absent where it came from the workspace file, or from before there were versions.',
  })
  createdBy?: string;
}

export class WholeCodeVersionDto extends CodeVersionDto {
  @Member({ is: text, example: CODE })
  code!: string;
}

export class CodeVersionAnswerDto {
  @Member({ is: object(() => WholeCodeVersionDto) })
  version!: WholeCodeVersionDto;
}

export class CodeVersionListDto {
  @Member({ is: objects(() => CodeVersionDto) })
  versions!: readonly CodeVersionDto[];
}

const TRANSFORMATION = {
  name: 'Mask e-mail',
  code: 'export function transformEvent(event) { delete event.context?.traits?.email; return event; }',
};
const TRANSFORMATION_ITEM = { id: 'tr_mask', ...TRANSFORMATION, version: 3, ...EXAMPLE_TIMES };

export const transformations = resource({
  one: 'Transformation',
  many: 'Transformations',
  noun: 'transformation',
  path: '/transformations',
  credentials: 'token or basic',
  input: TransformationInputDto,
  patch: patchOf('TransformationPatchDto', TransformationInputDto),
  shown: shownAs('Transformation', 'transformation', 'transformations', TransformationDto),
  examples: {
    input: TRANSFORMATION,
    patch: { name: 'Mask' },
    item: TRANSFORMATION_ITEM,
    isInDemo: true,
  },
});

const LIBRARY = { name: 'pii', code: "export const hide = (s) => '***';" };

export const libraries = resource({
  one: 'Library',
  many: 'Libraries',
  noun: 'transformation library',
  path: '/transformation-libraries',
  credentials: 'token or basic',
  input: ModuleInputDto,
  patch: patchOf('ModulePatchDto', ModuleInputDto),
  shown: shownAs('Library', 'library', 'libraries', ModuleDto),
  examples: {
    input: LIBRARY,
    patch: { code: "export const hide = () => '***';" },
    item: { id: 'lib_pii', ...LIBRARY, ...EXAMPLE_TIMES },
  },
});

class VersionedIdDto {
  @Member({ is: { schema: { type: 'string', example: 'tr_mask' } } })
  id!: string;
}

/** One number of a version, as the path has it. */
class VersionPathDto extends VersionedIdDto {
  @Member({
    is: {
      schema: { ...versionNumber.schema, example: 1 },
      code: 'not_found',
      check: (value, report) => {
        if (typeof value !== 'string' || !/^[1-9]\d{0,8}$/.test(value)) report('is no version');
      },
      take: Number,
    },
  })
  number!: number;
}

const VERSION = { number: 3, current: true, createdAt: EXAMPLE_TIMES.createdAt, createdBy: 'ci' };
const READ = { credentials: 'token or basic', scopes: ['catalog:read'] } as const;

/** What the code of a transformation was. */
export const versions = catalogCapability({
  listTransformationVersions: route({
    ...READ,
    http: 'GET /transformations/{id}/versions',
    summary: 'List versions of a transformation',
    description:
      'Every code that it had: the newest hundred, the newest first. Takes `catalog:read`.',
    path: VersionedIdDto,
    answer: {
      status: 200,
      type: CodeVersionListDto,
      description: 'The versions, without code.',
      example: { versions: [VERSION] },
    },
  }),

  getTransformationVersion: route({
    ...READ,
    http: 'GET /transformations/{id}/versions/{number}',
    summary: 'Show a version of a transformation',
    description: 'It never changes. Takes `catalog:read`.',
    path: VersionPathDto,
    answer: {
      status: 200,
      type: CodeVersionAnswerDto,
      description: 'The version.',
      example: { version: { ...VERSION, code: TRANSFORMATION.code } },
    },
  }),

  restoreTransformationVersion: route({
    http: 'POST /transformations/{id}/versions/{number}/restore',
    summary: 'Restore a version of a transformation',
    description:
      'Makes a new version with the code of that one, unless it is the present code. The name stays. Takes `catalog:write`.',
    credentials: 'token or basic',
    scopes: ['catalog:write'],
    path: VersionPathDto,
    takesIfMatch: true,
    answer: {
      status: 200,
      type: transformations.shown.answer,
      description: 'As it is now; its version is in ETag.',
      example: { transformation: TRANSFORMATION_ITEM },
    },
  }),
});

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

  @Member({
    is: itemName,
    example: 'Mask e-mail',
    description: 'Transformations import a library by its name.',
  })
  name!: string;

  @Member({
    is: code,
    example: CODE,
    description: `Source code of an ES module, at most ${FIXED_LIMITS.codeBytes} bytes in UTF-8.`,
  })
  code!: string;
}

/** Body of `POST` and `PUT` on `/transformations`. */
export class TransformationInputDto extends ModuleInputDto {
  @Member({ is: ignoredNumber, optional: true, description: 'Read-only. Ignored in a request.' })
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
    description: 'Version of the code. Each change of the code creates a new version.',
  })
  version!: number;
}

/** A version of the code, without the code. */
export class CodeVersionDto {
  @Member({ is: versionNumber, example: 3 })
  number!: number;

  @Member({ is: flag, example: true, description: 'Whether this version runs.' })
  current!: boolean;

  @Member(TIME)
  createdAt!: string;

  @Member({
    is: text,
    optional: true,
    example: 'ci',
    description:
      'Name of the token that saved it. Absent when the version came from the workspace file, or is older than the feature.',
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

class VersionPathDto extends VersionedIdDto {
  @Member({
    is: {
      schema: { ...versionNumber.schema, example: 1 },
      code: 'not_found',
      check: (value, report) => {
        if (typeof value !== 'string' || !/^[1-9]\d{0,8}$/.test(value))
          report('is not the number of a version');
      },
      take: Number,
    },
  })
  number!: number;
}

const VERSION = { number: 3, current: true, createdAt: EXAMPLE_TIMES.createdAt, createdBy: 'ci' };
const READ = { credentials: 'token or basic', scopes: ['catalog:read'] } as const;

/** Routes for the versions of the code of a transformation. */
export const versions = catalogCapability({
  listTransformationVersions: route({
    ...READ,
    http: 'GET /transformations/{id}/versions',
    summary: 'List versions of a transformation',
    description:
      'The newest 100 versions of the code, newest first. Requires the scope `catalog:read`.',
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
    description: 'A version never changes. Requires the scope `catalog:read`.',
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
      'Creates a new version with the code of this version, unless it is already the current code. The name of the transformation stays. Requires the scope `catalog:write`.',
    credentials: 'token or basic',
    scopes: ['catalog:write'],
    path: VersionPathDto,
    takesIfMatch: true,
    answer: {
      status: 200,
      type: transformations.shown.answer,
      description: 'The transformation. The header ETag has its version.',
      example: { transformation: TRANSFORMATION_ITEM },
    },
  }),
});

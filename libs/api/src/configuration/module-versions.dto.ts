import { Member, oneOf, text, type Kind } from '../definition/index.js';
import { lastText } from './owner.js';

const versionId: Kind = { schema: { type: 'string', minLength: 1 }, fromTexts: lastText };
const VERSION = { is: versionId, named: 'versionId', required: 'is required' };

/** A version of the code of a transformation, for the transformer of a data plane. */
export class TransformationVersionDto {
  @Member({ is: text, example: 'tr_mask' })
  id!: string;

  @Member({ is: text, example: 'ws_demo.tr_mask.n4bQgYhMfWWaL-qgxVrQFa' })
  versionId!: string;

  @Member({ is: text, example: 'Mask e-mail' })
  name!: string;

  @Member({ is: text, example: 'ws_demo' })
  workspaceId!: string;

  @Member({ is: text, example: 'export function transformEvent(event) { return event; }' })
  code!: string;

  @Member({ is: oneOf(['1']) })
  codeVersion!: '1';

  @Member({ is: oneOf(['javascript']) })
  language!: 'javascript';
}

/** A version of the code of a library, for the transformer of a data plane. */
export class LibraryVersionDto {
  @Member({ is: text, example: 'pii' })
  name!: string;

  @Member({ is: text, example: 'pii' })
  handleName!: string;

  @Member({ is: text, example: 'pii', description: 'Name by which transformations import it.' })
  importName!: string;

  @Member({ is: text, example: 'ws_demo.lib_pii.n4bQgYhMfWWaL-qgxVrQFa' })
  versionId!: string;

  @Member({ is: text, example: "export const hide = () => '***';" })
  code!: string;

  @Member({ is: oneOf(['javascript']) })
  language!: 'javascript';

  @Member({ is: text, example: 'ws_demo' })
  workspaceId!: string;
}

/** Query of `GET /transformation/getByVersionId`. */
export class FindTransformationVersionDto {
  @Member({ ...VERSION, example: 'ws_demo.tr_mask.n4bQgYhMfWWaL-qgxVrQFa' })
  versionId!: string;
}

/** Query of `GET /transformationLibrary/getByVersionId`. */
export class FindLibraryVersionDto {
  @Member({ ...VERSION, example: 'ws_demo.lib_pii.n4bQgYhMfWWaL-qgxVrQFa' })
  versionId!: string;
}

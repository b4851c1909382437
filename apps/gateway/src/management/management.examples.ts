import {
  ConnectionAnswerDto,
  ConnectionInputDto,
  ConnectionPageDto,
  DestinationAnswerDto,
  DestinationInputDto,
  LibraryAnswerDto,
  LibraryPageDto,
  ModuleInputDto,
  SourceAnswerDto,
  SourceInputDto,
  TransformationAnswerDto,
  TransformationLinkAnswerDto,
  TransformationLinkDto,
  TransformationPageDto,
} from '@lethe/contracts';
import type { KindDocs, ListedKindDocs } from './management.docs.js';

const TIMES = { createdAt: '2026-11-21T08:00:00.000Z', updatedAt: '2026-11-21T08:00:00.000Z' };
const CODE =
  'export function transformEvent(event) { delete event.context?.traits?.email; return event; }';

const SOURCE = { id: 'src_web', name: 'Website', type: 'Javascript', writeKey: 'wk_web' };
const DESTINATION = {
  id: 'dst_hook',
  name: 'Ops webhook',
  type: 'WEBHOOK',
  enabled: true,
  config: { webhookUrl: 'https://example.com/hook', webhookMethod: 'POST', headers: [] },
};
const CONNECTION = {
  id: 'con_web_hook',
  sourceId: 'src_web',
  destinationId: 'dst_hook',
  enabled: true,
};
const TRANSFORMATION = { id: 'tr_mask', name: 'Mask e-mail', code: CODE };
const LIBRARY = { id: 'lib_pii', name: 'pii', code: "export const hide = (s) => '***';" };
const PAGING = { total: 1 };

/** So that the same body makes a new one, and replaces one that there is. */
function withoutId<T extends object>(example: T & { id: string }): Omit<T, 'id'> {
  return Object.fromEntries(Object.entries(example).filter(([name]) => name !== 'id')) as T;
}

export const SOURCE_DOCS: KindDocs<SourceInputDto, SourceAnswerDto> = {
  noun: 'source',
  id: SOURCE.id,
  input: SourceInputDto,
  inputExample: { name: SOURCE.name, type: SOURCE.type, enabled: true, config: {} },
  answer: SourceAnswerDto,
  answerExample: { source: { ...SOURCE, enabled: true, config: {}, ...TIMES } },
};

export const DESTINATION_DOCS: KindDocs<DestinationInputDto, DestinationAnswerDto> = {
  noun: 'destination',
  id: DESTINATION.id,
  input: DestinationInputDto,
  inputExample: { ...withoutId(DESTINATION), transformation: 'tr_mask' },
  answer: DestinationAnswerDto,
  answerExample: {
    destination: {
      ...DESTINATION,
      workspaceId: 'ws_demo',
      ...TIMES,
      transformation: { id: 'tr_mask' },
    },
  },
};

export const LINK_DOCS: KindDocs<TransformationLinkDto, TransformationLinkAnswerDto> = {
  noun: 'transformation of a destination',
  id: DESTINATION.id,
  input: TransformationLinkDto,
  inputExample: { id: 'tr_mask' },
  answer: TransformationLinkAnswerDto,
  answerExample: { transformation: { id: 'tr_mask' } },
};

export const CONNECTION_DOCS: ListedKindDocs<
  ConnectionInputDto,
  ConnectionAnswerDto,
  ConnectionPageDto
> = {
  noun: 'connection',
  input: ConnectionInputDto,
  inputExample: withoutId(CONNECTION),
  answer: ConnectionAnswerDto,
  answerExample: { connection: { ...CONNECTION, ...TIMES } },
  page: ConnectionPageDto,
  pageExample: { connections: [{ ...CONNECTION, ...TIMES }], paging: PAGING },
};

export const TRANSFORMATION_DOCS: ListedKindDocs<
  ModuleInputDto,
  TransformationAnswerDto,
  TransformationPageDto
> = {
  noun: 'transformation',
  takesBasic: true,
  id: TRANSFORMATION.id,
  input: ModuleInputDto,
  inputExample: withoutId(TRANSFORMATION),
  answer: TransformationAnswerDto,
  answerExample: { transformation: { ...TRANSFORMATION, ...TIMES } },
  page: TransformationPageDto,
  pageExample: { transformations: [{ ...TRANSFORMATION, ...TIMES }], paging: PAGING },
};

export const LIBRARY_DOCS: ListedKindDocs<ModuleInputDto, LibraryAnswerDto, LibraryPageDto> = {
  noun: 'transformation library',
  takesBasic: true,
  input: ModuleInputDto,
  inputExample: withoutId(LIBRARY),
  answer: LibraryAnswerDto,
  answerExample: { library: { ...LIBRARY, ...TIMES } },
  page: LibraryPageDto,
  pageExample: { libraries: [{ ...LIBRARY, ...TIMES }], paging: PAGING },
};

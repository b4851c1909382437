import type {
  TestCaseAnswerDto,
  TestCaseInputDto,
  TestCasePageDto,
  TestCaseRunDto,
} from '@lethe/api';
import type {
  CatalogDestination,
  CatalogEditor,
  Precondition,
  TestCaseOwner,
  TokenIdentity,
} from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import {
  Controller,
  Delete,
  Get,
  Inject,
  Param,
  Patch,
  Post,
  Put,
  Req,
  Res,
  type Type,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identity } from '../../auth/identity.decorator.js';
import { JsonBody } from '../../http/request/json-body.decorator.js';
import { endSignal } from '../../http/request-end.js';
import { CALLER_LIMITS, CATALOG_EDITOR } from '../../injection-tokens.js';
import { CallerLimits } from '../../rate-limits/limit-requests.js';
import { untestable } from '../../test-runs/checks-in-order.js';
import {
  CreateOperation,
  DeleteOperation,
  ListOperation,
  PatchOperation,
  ReadOperation,
  ReplaceOperation,
} from '../catalog-operation.decorator.js';
import { changeItem } from '../change-item.js';
import { IfMatch } from '../../http/request/if-match.js';
import { InputOf, invalidMember, PatchOf, ReplacementOf, type Change } from '../input.decorator.js';
import { PageQuery, type Page } from '../page.decorator.js';
import { answerOf, type VersionedAnswer } from '../version.interceptor.js';
import { checkTestCaseRun } from './check-test-case.js';
import {
  STAGES_OF,
  testCaseResource,
  toTestCaseAnswer,
  toTestCaseDto,
  toTestCaseValues,
} from './test-case.resource.js';
import { TestCaseRuns, type NamedCase } from './test-case-runs.js';
import { RunOperation } from './test-cases.docs.js';

type Answer = Promise<VersionedAnswer<TestCaseAnswerDto>>;

/** The endpoints of the test cases beside transformations, and the same beside destinations. */
export const TransformationTestCases = testCasesController('transformation', 'transformations');
export const DestinationTestCases = testCasesController('destination', 'v2/destinations');

/** @param path where the owners are */
function testCasesController(kind: TestCaseOwner['kind'], path: string): Type {
  const resource = testCaseResource(kind);
  // Names of methods are those of operations, and no two of these are the same.
  const ofOwner = kind === 'transformation' ? 'Transformation' : 'Destination';

  @Controller(`${path}/:id/test-cases`)
  class TestCasesController {
    constructor(
      @Inject(CATALOG_EDITOR) private readonly catalog: CatalogEditor,
      @Inject(TestCaseRuns) private readonly runs: TestCaseRuns,
      @Inject(CALLER_LIMITS) private readonly limits: CallerLimits,
    ) {}

    @Get()
    @ListOperation(resource)
    async [`list${ofOwner}TestCases`](
      @Identity() { workspaceId }: TokenIdentity,
      @Param('id') id: string,
      @PageQuery() page: Page,
    ): Promise<TestCasePageDto> {
      await this.expectOwner(workspaceId, id);
      const listed = await this.casesOf(id).page(workspaceId, page.wanted);
      return { testCases: listed.items.map(toTestCaseDto), paging: page.paging(listed) };
    }

    @Get(':caseId')
    @ReadOperation(resource)
    async [`get${ofOwner}TestCase`](
      @Identity() { workspaceId }: TokenIdentity,
      @Param('id') id: string,
      @Param('caseId') caseId: string,
    ): Answer {
      return answerOf(await this.casesOf(id).find(workspaceId, caseId), toTestCaseAnswer);
    }

    @Post()
    @CreateOperation(resource)
    async [`create${ofOwner}TestCase`](
      @Identity() { workspaceId }: TokenIdentity,
      @Param('id') id: string,
      @InputOf(resource) input: TestCaseInputDto,
    ): Answer {
      const values = toTestCaseValues(input, STAGES_OF[kind]);
      return answerOf(
        await this.casesOf(id).create(workspaceId, input.id, values),
        toTestCaseAnswer,
      );
    }

    @Put(':caseId')
    @ReplaceOperation(resource)
    [`replace${ofOwner}TestCase`](
      @Identity() identity: TokenIdentity,
      @Param('id') id: string,
      @Param('caseId') caseId: string,
      @ReplacementOf(resource) change: Change<TestCaseInputDto>,
    ): Answer {
      return this.change(identity, id, caseId, change);
    }

    @Patch(':caseId')
    @PatchOperation(resource)
    [`patch${ofOwner}TestCase`](
      @Identity() identity: TokenIdentity,
      @Param('id') id: string,
      @Param('caseId') caseId: string,
      @PatchOf(resource) change: Change<TestCaseInputDto>,
    ): Answer {
      return this.change(identity, id, caseId, change);
    }

    @Delete(':caseId')
    @DeleteOperation(resource)
    [`delete${ofOwner}TestCase`](
      @Identity() { workspaceId }: TokenIdentity,
      @Param('id') id: string,
      @Param('caseId') caseId: string,
      @IfMatch() precondition: Precondition | undefined,
    ): Promise<void> {
      return this.casesOf(id).remove(workspaceId, caseId, precondition);
    }

    @Post('run')
    @RunOperation(kind)
    async [`run${ofOwner}TestCases`](
      @Req() request: FastifyRequest,
      @Res({ passthrough: true }) reply: FastifyReply,
      @Identity() identity: TokenIdentity,
      @Param('id') id: string,
      @JsonBody() body: unknown,
    ): Promise<TestCaseRunDto> {
      const { ids, code } = checkTestCaseRun(body);
      const owner = await this.expectOwner(identity.workspaceId, id);
      const table = this.casesOf(id);
      const cases = chosen(await table.names(identity.workspaceId), ids);
      this.limits.charge('tests', identity, reply, cases.length);
      return this.runs.run({
        ...{ identity, table, cases, requestId: request.id },
        target: { [`${kind}Id`]: id, ...(code === undefined ? {} : { code }) },
        untestable: 'type' in owner ? untestable(owner) : undefined,
        ended: endSignal(request, reply),
      });
    }

    private change(
      identity: TokenIdentity,
      id: string,
      caseId: string,
      change: Change<TestCaseInputDto>,
    ): Answer {
      const item = {
        table: this.casesOf(id),
        toDto: toTestCaseDto,
        toValues: (input: TestCaseInputDto) => toTestCaseValues(input, STAGES_OF[kind]),
        toAnswer: toTestCaseAnswer,
      };
      return changeItem(item, identity, caseId, change);
    }

    private casesOf(id: string) {
      return this.catalog.testCasesOf({ kind, id });
    }

    /** @throws LetheError `not_found` */
    private async expectOwner(
      workspaceId: string,
      id: string,
    ): Promise<CatalogDestination | object> {
      const owner = await this.catalog[`${kind}s`].find(workspaceId, id);
      if (owner === undefined) throw new LetheError('not_found');
      return owner;
    }
  }
  return TestCasesController;
}

/** @throws LetheError `invalid_request` naming an id that is not there */
function chosen(
  all: readonly NamedCase[],
  ids: readonly string[] | undefined,
): readonly NamedCase[] {
  if (ids === undefined) return all;
  const unknown = ids.findIndex((id) => !all.some((one) => one.id === id));
  if (unknown !== -1) throw invalidMember(`ids[${unknown}]`, 'there is none with this id here');
  return all.filter(({ id }) => ids.includes(id));
}

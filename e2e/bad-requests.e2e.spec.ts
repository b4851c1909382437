import { describeWithKafka } from '@lethe/testing';
/* eslint-disable @nx/enforce-module-boundaries -- the table belongs to the gateway's tests; the
   app does not export it */
import { badRequests, type BadRequest } from '../apps/gateway/test/bad-requests.js';
import { sendRow } from '../apps/gateway/test/send-raw.js';
/* eslint-enable @nx/enforce-module-boundaries */
import { IDS, TOKENS } from './support/workspaces.js';
import { System } from './system.js';

interface Refusal {
  readonly status: number;
  readonly code?: string;
  readonly details?: Readonly<Record<string, string>>;
}

describeWithKafka('bad requests to the whole system', () => {
  let system: System;
  let table: readonly BadRequest[];

  beforeAll(async () => {
    system = await System.start();
    const otherAdmin = system.api('otherAdmin');
    const regulationId = await otherAdmin.suppress('foreign-1');
    await otherAdmin.suppress('foreign-2');
    const { paging } = await otherAdmin.list('?limit=1');
    const cursor = new URLSearchParams(paging.next!.split('?')[1]).get('after_cursor')!;
    table = badRequests({
      sourceId: IDS.web,
      destinationId: IDS.hook,
      deviceModeDestinationId: IDS.deviceHook,
      undeletableDestinationId: IDS.deafHook,
      foreign: {
        sourceId: IDS.foreignSource,
        destinationId: IDS.foreignHook,
        regulationId,
        cursor,
      },
    });
    await system.drained();
  });

  afterAll(() => system.stop());

  it('are refused with their status, code and path, and store nothing', async () => {
    const before = await everythingStored();
    const wrong: string[] = [];
    for (const row of table) {
      const refusal = await send(row);
      const named =
        row.detailPath === undefined || Object.hasOwn(refusal.details ?? {}, row.detailPath);
      if (refusal.status !== row.status || refusal.code !== row.code || !named) {
        wrong.push(`${row.name}: ${JSON.stringify(refusal)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(table.length).toBeGreaterThanOrEqual(80);
    expect(await everythingStored()).toEqual(before);
  });

  it('publish nothing', async () => {
    await system.drained();
    expect(await system.records('lifecycle')).toHaveLength(2);
    expect(await system.records('suppressions')).toHaveLength(2);
    expect(await system.records('deletions')).toHaveLength(0);
  });

  async function send(row: BadRequest): Promise<Refusal> {
    const { status, text } = await sendRow(system.addressOf(0), row, TOKENS);
    return { ...(JSON.parse(text) as object), status };
  }

  /** Returns the number of rows of each table, except `event_marks`, to which a timer adds rows. */
  async function everythingStored(): Promise<unknown> {
    return system.query(
      `select table_name, (xpath('/row/n/text()', query_to_xml(
                format('select count(*) as n from regulation.%I', table_name), false, true, '')
              ))[1]::text as rows
         from information_schema.tables
        where table_schema = 'regulation' and table_name <> 'event_marks' order by table_name`,
    );
  }
});

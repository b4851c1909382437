import { applyWorkspaceFile, parseWorkspaceFile } from '@lethe/catalog';
import { as, useCatalogGateway } from './catalog-gateway.js';
import { SECRETS } from './gateway-on-database.js';

const gateway = useCatalogGateway();
const code = (n: number): string =>
  `export const transformEvent = (event) => ({ ...event, n: ${n} });`;
const pathOf = (id: string): string => `/transformations/${id}`;

async function numbersOf(id: string): Promise<unknown> {
  const { body } = await gateway.send('GET', `${pathOf(id)}/versions`);
  return (body.versions as { number: number }[] | undefined)?.map(({ number }) => number);
}

describe('the versions of a transformation', () => {
  it('are created only when the code changes', async () => {
    const made = await gateway.send('POST', '/transformations', {
      ...{ id: 'tr_saved', name: 'T', code: code(1) },
    });
    expect(made).toMatchObject({ status: 201, body: { transformation: { version: 1 } } });
    expect(made.headers.get('location')).toBe('/transformations/tr_saved');
    const changed = await gateway.send('PATCH', pathOf('tr_saved'), { code: code(2) });
    expect(changed.body).toMatchObject({ transformation: { version: 2 } });
    await gateway.send('PATCH', pathOf('tr_saved'), { name: 'Renamed' });
    await gateway.connection.query(
      // The version numbers in answers do not come from this column.
      `update catalog.transformations set version = 7 where id = 'tr_saved'`,
    );
    const same = await gateway.send('PUT', pathOf('tr_saved'), changed.body.transformation);
    expect(same).toMatchObject({ status: 200, body: { transformation: { version: 2 } } });

    const { body } = await gateway.send(
      'GET',
      `${pathOf('tr_saved')}/versions`,
      undefined,
      as('viewer'),
    );
    expect(body).toEqual({
      versions: [2, 1].map((number) => ({
        ...{ number, current: number === 2, createdBy: 'admin' },
        createdAt: expect.any(String) as string,
      })),
    });
    const first = await gateway.send('GET', `${pathOf('tr_saved')}/versions/1`);
    expect(first.body.version).toMatchObject({ number: 1, current: false, code: code(1) });
  });

  it('can be restored as a new version, unless the transformation was changed since it was read', async () => {
    await gateway.send('POST', '/transformations', { id: 'tr_back', name: 'T', code: code(1) });
    const changed = await gateway.send('PATCH', pathOf('tr_back'), { name: 'New', code: code(2) });
    const restore = (etag: string) =>
      gateway.send('POST', `${pathOf('tr_back')}/versions/1/restore`, undefined, {
        'if-match': etag,
      });
    expect(await restore('"another"')).toMatchObject({ status: 412 });
    expect(await numbersOf('tr_back')).toEqual([2, 1]);
    const restored = await restore(changed.headers.get('etag') ?? '');
    expect(restored).toMatchObject({
      status: 200,
      body: { transformation: { name: 'New', code: code(1), version: 3 } },
    });
    expect(restored.headers.get('location')).toBeNull();
    expect(await restore(restored.headers.get('etag') ?? '')).toMatchObject({
      body: { transformation: { version: 3 } }, // the code is the same, so there is no new version
    });
  });

  it('are found only in their workspace, and only a caller with the scope can restore them', async () => {
    await gateway.send('POST', '/transformations', { id: 'tr_mine', name: 'T', code: code(1) });
    const versions = `${pathOf('tr_mine')}/versions`;
    for (const [method, path] of [
      ['GET', versions],
      ['GET', `${versions}/1`],
      ['POST', `${versions}/1/restore`],
    ] as const) {
      expect(await gateway.send(method, path, undefined, as('other'))).toMatchObject({
        status: 404,
      });
    }
    for (const number of ['0', '2', '01', '1.5', 'x', '99999999999']) {
      expect(await gateway.send('GET', `${versions}/${number}`)).toMatchObject({ status: 404 });
    }
    expect(await gateway.send('GET', '/transformations/none/versions')).toMatchObject({
      status: 404,
    });
    expect(
      await gateway.send('POST', `${versions}/1/restore`, undefined, as('viewer')),
    ).toMatchObject({ status: 403 });
  });

  it('are shown as the version of the transformation of a destination', async () => {
    await gateway.send('POST', '/transformations', { id: 'tr_used', name: 'T', code: code(1) });
    const destination = { id: 'dst_used', name: 'D', type: 'WEBHOOK', transformation: 'tr_used' };
    const made = await gateway.send('POST', '/v2/destinations', destination);
    expect(made.body.destination).toMatchObject({ transformation: { id: 'tr_used', version: 1 } });
    await gateway.send('PATCH', pathOf('tr_used'), { code: code(2) });
    const link = { transformation: { id: 'tr_used', version: 2 } };
    const shown = await gateway.send('GET', '/v2/destinations/dst_used');
    expect(shown.body.destination).toMatchObject(link);
    const listed = await gateway.send('GET', '/v2/destinations');
    expect(listed.body.destinations).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'dst_used', ...link })]),
    );
    const path = '/v2/destinations/dst_used';
    expect(await gateway.send('GET', `${path}/transformation`)).toMatchObject({ body: link });
    expect(await gateway.send('PUT', path, shown.body.destination)).toMatchObject({
      status: 200,
      body: { destination: link },
    });
    expect(await gateway.send('PUT', `${path}/transformation`, link.transformation)).toMatchObject({
      status: 200,
      body: link,
    });
  });

  it('are created by the workspace file without an author, unless the code is the same as before', async () => {
    const apply = (text: string) =>
      applyWorkspaceFile(
        gateway.connection,
        parseWorkspaceFile(
          JSON.stringify({
            workspaces: [
              { id: 'ws_a', transformations: [{ id: 'tr_file', name: 'T', code: text }] },
            ],
          }),
          {},
        ),
        SECRETS,
      );
    await apply(code(1));
    await apply(code(1));
    await gateway.send('PATCH', pathOf('tr_file'), { code: code(2) });
    await apply(code(3));
    const { body } = await gateway.send('GET', `${pathOf('tr_file')}/versions`);
    expect(body.versions).toMatchObject([
      { number: 3 },
      { number: 2, createdBy: 'admin' },
      { number: 1 },
    ]);
    expect((body.versions as object[])[0]).not.toHaveProperty('createdBy');
  });

  it('are limited to the newest hundred, and are deleted with the transformation', async () => {
    await gateway.send('POST', '/transformations', { id: 'tr_long', name: 'T', code: code(1) });
    const { connection } = gateway;
    for (let n = 2; n <= 102; n += 1) {
      await connection.query(
        `update catalog.transformations set code = $1 where workspace_id = 'ws_a' and id = 'tr_long'`,
        [code(n)],
      );
    }
    expect(await numbersOf('tr_long')).toEqual(Array.from({ length: 100 }, (_, n) => 102 - n));
    expect(await gateway.send('DELETE', pathOf('tr_long'))).toMatchObject({ status: 204 });
    expect(await gateway.send('GET', `${pathOf('tr_long')}/versions`)).toMatchObject({
      status: 404,
    });
    await gateway.send('POST', '/transformations', { id: 'tr_long', name: 'T', code: code(1) });
    expect(await numbersOf('tr_long')).toEqual([1]);
  });
});

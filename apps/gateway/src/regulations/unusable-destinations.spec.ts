import type { CatalogDestination } from '@lethe/catalog';
import { unusableDestinations, type OrderCatalog } from './unusable-destinations.js';

const hook = (id: string, deletionUrl: string) => {
  const config = { deletionUrl };
  return { id, workspaceId: 'ws', type: 'WEBHOOK', connectionMode: 'cloud', config } as const;
};

/** @param remembered what the cache has of the destinations; @param now what the database has */
function catalog(
  remembered: readonly ReturnType<typeof hook>[],
  now: readonly ReturnType<typeof hook>[] = remembered,
): OrderCatalog {
  return {
    findDestinations: () => Promise.resolve(remembered as unknown as CatalogDestination[]),
    findDeletionTarget: (_workspace, id) => Promise.resolve(now.find((one) => one.id === id)),
  };
}

describe('unusableDestinations', () => {
  const broken = hook('dst_b', 'not a url');
  const sound = hook('dst_a', 'https://example.com/delete');

  it('names a destination at which no deletion can succeed, and why, without the address', async () => {
    const found = await unusableDestinations(catalog([sound, broken]), 'ws', ['dst_a', 'dst_b']);
    expect(found).toEqual({
      unusableDestinations: {
        dst_b:
          'cannot delete users: deletionUrl must be an http or https URL, such as https://example.com/delete',
      },
    });
  });

  it('says nothing of one that was corrected since it was remembered, or is gone', async () => {
    const corrected = catalog([broken], [hook('dst_b', 'https://example.com')]);
    expect(await unusableDestinations(corrected, 'ws', ['dst_b'])).toEqual({});
    expect(await unusableDestinations(catalog([broken], []), 'ws', ['dst_b'])).toEqual({});
  });

  it('asks nothing for an order without destinations', async () => {
    expect(await unusableDestinations({} as OrderCatalog, 'ws')).toEqual({});
  });
});

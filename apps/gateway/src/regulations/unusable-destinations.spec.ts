import type { CatalogDestination } from '@lethe/catalog';
import { unusableDestinations, type OrderCatalog } from './unusable-destinations.js';

const hook = (id: string, deletionUrl: string) => {
  const config = { deletionUrl };
  return { id, workspaceId: 'ws', type: 'WEBHOOK', connectionMode: 'cloud', config } as const;
};

/**
 * @param cached destinations in the cache
 * @param stored destinations in the database
 */
function catalog(
  cached: readonly ReturnType<typeof hook>[],
  stored: readonly ReturnType<typeof hook>[] = cached,
): OrderCatalog {
  return {
    findDestinations: () => Promise.resolve(cached as unknown as CatalogDestination[]),
    async *allDestinations() {
      yield await Promise.resolve(stored as unknown as CatalogDestination[]);
    },
    findDeletionTarget: (_workspace, id) => Promise.resolve(stored.find((one) => one.id === id)),
  };
}

describe('unusableDestinations', () => {
  const broken = hook('dst_b', 'not a url');
  const sound = hook('dst_a', 'https://example.com/delete');

  it('returns a destination where no deletion can succeed, with a reason that omits the address', async () => {
    const found = await unusableDestinations(catalog([sound, broken]), 'ws', ['dst_a', 'dst_b']);
    expect(found).toEqual({
      unusableDestinations: {
        dst_b:
          'cannot delete users: deletionUrl must be an http or https URL, such as https://example.com/delete',
      },
    });
  });

  it('omits a destination that was corrected or deleted after it was cached', async () => {
    const corrected = catalog([broken], [hook('dst_b', 'https://example.com')]);
    expect(await unusableDestinations(corrected, 'ws', ['dst_b'])).toEqual({});
    expect(await unusableDestinations(catalog([broken], []), 'ws', ['dst_b'])).toEqual({});
  });

  it('checks all destinations for "*", without those whose mode or type forbids deletions', async () => {
    const all = [
      sound,
      { ...broken, id: 'dst_device', connectionMode: 'device' as 'cloud' },
      { ...broken, id: 'dst_type', type: 'HTTP_UNKNOWN' as 'WEBHOOK' },
    ];
    expect(await unusableDestinations(catalog([], all), 'ws', ['*'])).toEqual({});
    const found = await unusableDestinations(catalog([], [...all, broken]), 'ws', ['*']);
    expect(Object.keys(found.unusableDestinations!)).toEqual(['dst_b']);
  });

  it('reads nothing from the catalog if there are no destination ids', async () => {
    expect(await unusableDestinations({} as OrderCatalog, 'ws')).toEqual({});
  });
});

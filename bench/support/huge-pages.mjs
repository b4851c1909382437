/**
 * Environment variables that put the event filter's index on huge pages. `npm run filter`, the
 * compose file and the chart set the same values.
 */
export const HUGE_PAGES = {
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432',
};

/**
 * Variables with which `npm run filter`, the compose file and the chart start the event filter:
 * huge pages for its index.
 */
export const HUGE_PAGES = {
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432',
};

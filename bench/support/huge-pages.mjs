/** As `npm run filter`, the compose file and the chart start the filter, which has an index. */
export const HUGE_PAGES = {
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432',
};

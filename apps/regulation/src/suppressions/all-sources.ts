/** The source id that stands for all sources of a workspace. */
export const ALL_SOURCES = '*';

/** Address of a term on the page of terms. */
export type GuidePage = `terms.html#${string}`;

/**
 * Returns the address of a term. `docs/site/.vitepress/links.mjs` creates the ids of the terms with
 * the same rule.
 */
export function termPage(term: string): GuidePage {
  return `terms.html#${term.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}`;
}

/** @returns address of a page of the guides; undefined if this gateway serves no guides */
export function guideAddress(page: GuidePage): string | undefined {
  const folder = document.querySelector<HTMLMetaElement>('meta[name="guides"]')?.content;
  // The development server keeps the placeholder of `index.html`, which does not begin with a
  // slash.
  return folder?.startsWith('/') ? folder + page : undefined;
}

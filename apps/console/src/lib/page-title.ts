import { useEffect } from 'react';

/** The title of the tab. Tabs are seen by others and are in histories: it never has an identifier of a user. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Lethe`;
  }, [title]);
}

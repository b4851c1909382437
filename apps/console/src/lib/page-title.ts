import { useEffect } from 'react';

/**
 * Sets the title of the tab. The title must not contain identifiers of users, because bystanders
 * can see it and the browser's history stores it.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Lethe`;
  }, [title]);
}

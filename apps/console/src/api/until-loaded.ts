import { backoff } from './query-client.js';
import { reachability } from './reachability.js';

/**
 * Returns a function that retries `load` while the gateway is unreachable, for `lazy` and the
 * router. After an upgrade of the gateway, the files of the console have other names, so the
 * function reloads the page.
 */
export function untilLoaded<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await load();
      } catch (error) {
        if (await isReplaced()) {
          location.reload();
        } else if (reachability.get() && failures > 3) {
          throw error; // the gateway is reachable, so the file itself is broken
        }
        await new Promise((resolve) => setTimeout(resolve, backoff(failures)));
      }
    }
  };
}

/** Returns true if the gateway serves another version of the console. */
async function isReplaced(): Promise<boolean> {
  try {
    const answer = await fetch('/console/', { cache: 'no-store' });
    reachability.set(answer.ok);
    const page = await answer.text();
    const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
    return answer.ok && own !== null && !page.includes(new URL(own.src).pathname);
  } catch {
    reachability.set(false);
    return false;
  }
}

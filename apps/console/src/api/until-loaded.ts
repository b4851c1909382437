import { backoff } from './query-client.js';
import { reachability } from './reachability.js';

/**
 * Code that comes when it is needed, for `lazy` and the router. While the gateway is away it is asked for again and again, with the banner
 * above; where a newer console is there meanwhile, whose files have other names, the page is loaded anew.
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
          throw error; // the file is there, and is wrong
        }
        await new Promise((resolve) => setTimeout(resolve, backoff(failures)));
      }
    }
  };
}

/** Whether the gateway has another console than this one. */
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

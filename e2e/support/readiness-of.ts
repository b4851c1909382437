import type { Instance } from './instance.js';

/** Returns the answer of `/readyz` in the current run of a process that has no public port. */
export async function readinessOf(instance: Instance): Promise<{
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}> {
  const [, port = ''] = /"health":(\d+)/.exec(instance.lines.join('\n')) ?? [];
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
  return (await answer.json()) as { status: string; checks: Record<string, string> };
}

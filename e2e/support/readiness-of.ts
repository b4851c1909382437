import type { Instance } from './instance.js';

/** Returns `/readyz` of a process without a public port, in its present run. */
export async function readinessOf(instance: Instance): Promise<{
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}> {
  const [, port = ''] = /"health":(\d+)/.exec(instance.lines.join('\n')) ?? [];
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
  return (await answer.json()) as { status: string; checks: Record<string, string> };
}

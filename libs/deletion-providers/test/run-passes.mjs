// Runs concurrent S3 passes in a separate process, as a worker does. Prints the outcomes and the
// peak of the resident memory. The input is a JSON list of {config, userIds, workspaceId}.
import { readFileSync } from 'node:fs';
import { createDeletionProviders } from '@lethe/deletion-providers';

const provider = createDeletionProviders({ allow: ['127.0.0.1'] }).S3;
const passes = JSON.parse(readFileSync(0, 'utf8'));
const outcomes = await Promise.all(
  passes.map(({ config, userIds, workspaceId }, index) =>
    provider.delete({
      jobId: String(index),
      workspaceId,
      destinationId: `dst_${index}`,
      destinationType: 'S3',
      config,
      users: userIds.map((userId) => ({ regulationId: userId, identifiers: { userId } })),
      beforeCall: () => Promise.resolve(),
      saveProgress: () => undefined,
      signal: new AbortController().signal,
    }),
  ),
);
await provider.close();
const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
process.stdout.write(JSON.stringify({ outcomes, peakMiB: Math.round(Number(kibibytes) / 1024) }));

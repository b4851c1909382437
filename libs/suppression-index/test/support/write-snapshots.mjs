// Writes snapshots in a loop until the process is killed. The n-th snapshot has the position n.
import { SuppressionTable } from '../../dist/table/suppression-table.js';
import { writeSnapshot } from '../../dist/snapshot/write-snapshot.js';

const [, , file] = process.argv;
const table = new SuppressionTable();
for (let user = 0; user < 200_000; user += 1) {
  table.set('ws', `u${user}`, { allSources: true, sourceIds: [] });
}
for (let number = 1; ; number += 1) {
  table.set('ws', `number ${number}`, { allSources: true, sourceIds: [] });
  const positions = new Map([[0, number]]);
  await writeSnapshot(
    file,
    { topic: 't', clusterId: 'c', topicId: 'i', positions, asOf: 0 },
    table,
  );
  process.stdout.write(`${number}\n`);
}

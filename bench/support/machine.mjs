import { statfs } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';

export async function describeMachine() {
  const [first] = cpus();
  return {
    cpu: `${cpus().length} × ${first?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${process.platform} ${process.arch}`,
    node: `Node ${process.versions.node}`,
  };
}

const RAM_DISKS = new Set([0x01021994 /* tmpfs */, 0x858458f6 /* ramfs */]);

/**
 * Refuses a RAM disk: a commit costs nothing there, so every figure that depends on commits is
 * wrong.
 */
export async function refuseRamDisk(folder = tmpdir()) {
  const { type } = await statfs(folder);
  if (process.platform === 'linux' && RAM_DISKS.has(type)) {
    throw new Error(`${folder} is a RAM disk. Name a folder on a real disk with --dir.`);
  }
}

/** @param bytes free space that a benchmark needs in the folder */
export async function refuseSmallDisk(folder, bytes) {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes) return;
  const [free, needed] = [bavail * bsize, bytes].map((size) => Math.ceil(size / 1e9));
  throw new Error(
    `${folder} has ${free} GB of free space. The benchmark needs ${needed} GB. Name another folder with --dir, or fewer users with --rows.`,
  );
}

import { spawnApp, type SpawnedApp } from '@lethe/testing';

/** Whether processes can be isolated, which needs Linux and the right to make mounts. */
export const CAN_ISOLATE = process.platform === 'linux' && process.getuid?.() === 0;

/**
 * Gives a process the environment of a container. The file system is read-only except /tmp and the
 * data folder. The user is unprivileged, and Node gets signals directly.
 *
 * $1 is the image's folder, $2 a folder with configuration, and $3 the path of Node.
 */
const ISOLATE = `
set -e
mount --make-rprivate /
mount --bind "$1" /mnt && mount -o remount,bind,ro /mnt
mount --bind "$2" /srv && mount -o remount,bind,ro /srv
mount -t tmpfs -o mode=1777 tmpfs /tmp
install -d -o 65532 -g 65532 /tmp/data
mount -o remount,bind,ro /
cd /mnt
exec setpriv --reuid=65532 --regid=65532 --clear-groups --no-new-privs --inh-caps=-all \\
  --bounding-set=-all "$3" main.mjs`;

export interface ContainerOptions {
  readonly image: string;
  /** Folder that is mounted read-only at `/srv`. */
  readonly configuration: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs an image as Docker does with `--read-only --tmpfs /tmp --user 65532`, but without a separate
 * network.
 */
export function startContainer({ image, configuration, env }: ContainerOptions): SpawnedApp {
  return spawnApp({
    command: 'unshare',
    args: ['--mount', 'sh', '-c', ISOLATE, 'sh', image, configuration, process.execPath],
    env: { ...env, LETHE_DATA_DIR: '/tmp/data', NODE_ENV: 'production' },
  });
}

import { readFileSync, statSync } from 'node:fs';

/**
 * A file whose content may be replaced while the process runs, as Kubernetes does with a secret. It
 * is read at once, and again when it has changed; while it cannot be read, the last content counts.
 *
 * @returns a function that returns the present content
 * @throws what the file system throws when it cannot be read now
 */
export function followFile(path: string): () => string {
  let content = readFileSync(path, 'utf8');
  let version = versionOf(path);
  return () => {
    try {
      const present = versionOf(path);
      if (present !== version) {
        content = readFileSync(path, 'utf8');
        version = present;
      }
    } catch {
      // The file is being replaced at this moment: the next call reads the new one.
    }
    return content;
  };
}

/**
 * A secret in a file: what it holds without the line end that editors put behind it.
 *
 * @returns a function that returns the present secret, see `followFile`
 * @throws what the file system throws when it cannot be read now
 */
export function followSecret(path: string): () => string {
  const read = followFile(path);
  return () => withoutLineEnd(read());
}

/** A secret may end in a space, but not in a line end. */
export function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/** Two contents within the same millisecond and of the same length are told apart by the inode. */
function versionOf(path: string): string {
  const { mtimeMs, ino, size } = statSync(path);
  return `${mtimeMs} ${ino} ${size}`;
}

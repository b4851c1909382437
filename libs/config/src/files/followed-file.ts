import { readFileSync, statSync } from 'node:fs';

/**
 * Reads a file that can be replaced while the process runs, for example a Kubernetes secret.
 *
 * @returns a function that returns the current content. It reads the file again after each change.
 * While the file is unreadable, it returns the last content.
 * @throws the error of the file system if the file is unreadable at the call of `followFile`
 */
export function followFile(path: string): () => string {
  let content = readFileSync(path, 'utf8');
  let version = versionOf(path);
  return () => {
    try {
      const current = versionOf(path);
      if (current !== version) {
        content = readFileSync(path, 'utf8');
        version = current;
      }
    } catch {
      // The file may be about to be replaced, so the next call tries again.
    }
    return content;
  };
}

/**
 * Reads a secret from a file, without the line end that editors append.
 *
 * @returns a function that returns the current secret, as in `followFile`
 * @throws the error of the file system if the file is unreadable at the call of `followSecret`
 */
export function followSecret(path: string): () => string {
  const read = followFile(path);
  return () => withoutLineEnd(read());
}

/** Removes the last line end. Spaces stay, because a secret can end with a space. */
export function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/**
 * Returns a text that changes when the file is replaced. The inode distinguishes two files of the
 * same length and millisecond.
 */
function versionOf(path: string): string {
  const { mtimeMs, ino, size } = statSync(path);
  return `${mtimeMs} ${ino} ${size}`;
}

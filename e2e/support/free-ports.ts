import { freePort } from '@lethe/testing';

export async function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => freePort()));
}

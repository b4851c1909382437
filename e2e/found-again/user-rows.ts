/** A store in memory, whose owner is asked by the system to delete or to find users. */
export class UserRows {
  private readonly rows = new Map<string, number>();
  private readonly asked: string[] = [];

  fill(userId: string, round: number): Promise<void> {
    this.rows.set(userId, round + 1);
    return Promise.resolve();
  }

  putBack(userId: string): Promise<void> {
    this.rows.set(userId, 1);
    return Promise.resolve();
  }

  count(userId: string): Promise<number> {
    return Promise.resolve(this.rows.get(userId) ?? 0);
  }

  /** The system writes nothing itself. It may only ask for users, and not for a deletion. */
  async writesDuring(work: () => Promise<void>): Promise<string[]> {
    this.asked.length = 0;
    await work();
    if (!this.asked.includes('find')) throw new Error('no verification arrived');
    return this.asked.filter((what) => what !== 'find');
  }

  protected found(userIds: readonly string[]): { userId: string; count: number }[] {
    this.asked.push('find');
    return userIds.flatMap((userId) => {
      const count = this.rows.get(userId) ?? 0;
      return count === 0 ? [] : [{ userId, count }];
    });
  }

  /** @returns the number of users */
  protected erase(userIds: readonly string[]): number {
    this.asked.push('delete');
    for (const userId of userIds) this.rows.delete(userId);
    return userIds.length;
  }
}

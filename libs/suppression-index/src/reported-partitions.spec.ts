import { ReportedPartitions } from './reported-partitions.js';

describe('ReportedPartitions', () => {
  it('are complete when each partition has reported, in any sequence', () => {
    const reported = new ReportedPartitions();
    expect(reported.areAll).toBe(false);
    reported.begin([0, 1, 2]);
    for (const partition of [1, 1, 0]) reported.note(partition);
    expect(reported.areAll).toBe(false);
    reported.note(2);
    expect(reported.areAll).toBe(true);
  });

  it('are incomplete after the reading ends or restarts, because a broker can be unreachable now', () => {
    const reported = new ReportedPartitions();
    reported.begin([0, 1]);
    for (const partition of [0, 1]) reported.note(partition);
    reported.end();
    expect(reported.areAll).toBe(false);
    reported.note(0);
    expect(reported.areAll).toBe(false);
    reported.begin([0, 1]);
    reported.note(0);
    expect(reported.areAll).toBe(false);
  });
});

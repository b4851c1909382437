import { toCloudEventHeaders, toCloudEventRecord } from './cloud-events.js';

const event = {
  id: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11',
  type: 'lethe.regulation.created.v1',
  source: '/lethe/regulation',
  time: '2026-11-21T08:00:00.000Z',
};

describe('toCloudEventHeaders', () => {
  it('returns the headers of the binary content mode', () => {
    expect(toCloudEventHeaders({ ...event, requestId: 'r-1' })).toEqual({
      ce_specversion: '1.0',
      ce_id: event.id,
      ce_type: event.type,
      ce_source: event.source,
      ce_time: event.time,
      ce_requestid: 'r-1',
      'content-type': 'application/json',
    });
  });

  it('omits absent attributes', () => {
    expect(Object.keys(toCloudEventHeaders(event)).sort()).toEqual([
      'ce_id',
      'ce_source',
      'ce_specversion',
      'ce_time',
      'ce_type',
      'content-type',
    ]);
  });

  it('omits the content type of a tombstone', () => {
    expect(toCloudEventHeaders(event, { tombstone: true })).not.toHaveProperty('content-type');
  });

  it('ignores unknown attributes, which can contain identifiers', () => {
    const leaky = { ...event, subject: 'user-1' };
    expect(JSON.stringify(toCloudEventHeaders(leaky))).not.toContain('user-1');
  });
});

describe('toCloudEventRecord', () => {
  it('creates a record with a JSON value and the time of the event', () => {
    const record = toCloudEventRecord('lethe.x.v1', 'key', event, { n: 1 });
    expect(record).toMatchObject({ topic: 'lethe.x.v1', key: 'key', value: '{"n":1}' });
    expect(record.timestamp).toBe(Date.UTC(2026, 10, 21, 8));
  });

  it('creates a tombstone from null', () => {
    const record = toCloudEventRecord('lethe.x.v1', 'key', event, null);
    expect(record.value).toBeNull();
    expect(record.headers).not.toHaveProperty('content-type');
  });
});

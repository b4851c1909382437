import { Metrics } from './metrics.js';

describe('Metrics', () => {
  it('add the prefix to all names except those of HTTP', async () => {
    const metrics = new Metrics();
    metrics.counter('things_total', 'Things.', { labels: ['kind'] }).inc({ kind: 'a' }, 2);
    metrics.histogram('http_x_seconds', 'X.', { buckets: [1] }).observe({}, 0.5);
    const text = await metrics.registry.metrics();
    expect(text).toContain('lethe_things_total{kind="a"} 2');
    expect(text).toContain('http_x_seconds_bucket{le="1"} 1');
  });

  it('return the same metric for the same name', async () => {
    const metrics = new Metrics();
    for (let part = 0; part < 2; part++) metrics.counter('rounds_total', 'R.').inc({});
    expect(await metrics.registry.metrics()).toContain('lethe_rounds_total 2');
  });

  it('add up the values of several parts, until a part is removed', async () => {
    const metrics = new Metrics();
    const definition = ['connections', 'C.', ['state']] as const;
    metrics.observe(...definition, () => [{ labels: { state: 'idle' }, value: 2 }]);
    const remove = metrics.observe(...definition, () => [
      { labels: { state: 'idle' }, value: 3 },
      { labels: { state: 'busy' }, value: 1 },
    ]);
    const before = await metrics.registry.metrics();
    expect(before).toContain('lethe_connections{state="idle"} 5');
    expect(before).toContain('lethe_connections{state="busy"} 1');
    remove();
    const after = await metrics.registry.metrics();
    expect(after).toContain('lethe_connections{state="idle"} 2');
    expect(after).not.toContain('busy');
  });

  it('do not show a gauge without labels while it has no value', async () => {
    const metrics = new Metrics();
    let value: number | undefined;
    metrics.observe('age_seconds', 'A.', [], () =>
      value === undefined ? [] : [{ labels: {}, value }],
    );
    expect(await metrics.registry.metrics()).not.toMatch(/^lethe_age_seconds /m);
    value = 3;
    expect(await metrics.registry.metrics()).toMatch(/^lethe_age_seconds 3$/m);
    value = undefined;
    expect(await metrics.registry.metrics()).not.toMatch(/^lethe_age_seconds /m);
  });

  it('show a counter without labels before its first increase', async () => {
    const metrics = new Metrics();
    metrics.counter('rare_total', 'R.');
    expect(await metrics.registry.metrics()).toContain('lethe_rare_total 0');
  });

  it('show the series in the option `known` before their first increase', async () => {
    const metrics = new Metrics();
    const known = [{ level: 'error' }];
    const lines = metrics.counter('lines_total', 'L.', { labels: ['level'], known });
    expect(await metrics.registry.metrics()).toContain('lethe_lines_total{level="error"} 0');
    lines.inc({ level: 'error' });
    expect(await metrics.registry.metrics()).toContain('lethe_lines_total{level="error"} 1');
  });

  it('count a value in all buckets that are large enough', async () => {
    const metrics = new Metrics();
    const durations = metrics.histogram('x_seconds', 'X.', {
      ...{ labels: ['a', 'b'], buckets: [0.5, 1] },
    });
    for (const value of [0.5, 0.6, 1, 7]) durations.observe({ a: 'one', b: 'two' }, value);
    durations.observe({ b: 'one', a: 'two' }, 1);
    const lines = (await metrics.registry.metrics())
      .split('\n')
      .filter((one) => one.startsWith('lethe'));
    expect(lines).toEqual([
      'lethe_x_seconds_bucket{le="0.5",a="one",b="two"} 1',
      'lethe_x_seconds_bucket{le="1",a="one",b="two"} 3',
      'lethe_x_seconds_bucket{le="+Inf",a="one",b="two"} 4',
      'lethe_x_seconds_sum{a="one",b="two"} 9.1',
      'lethe_x_seconds_count{a="one",b="two"} 4',
      'lethe_x_seconds_bucket{le="0.5",a="two",b="one"} 0',
      'lethe_x_seconds_bucket{le="1",a="two",b="one"} 1',
      'lethe_x_seconds_bucket{le="+Inf",a="two",b="one"} 1',
      'lethe_x_seconds_sum{a="two",b="one"} 1',
      'lethe_x_seconds_count{a="two",b="one"} 1',
    ]);
  });

  it('show a histogram without labels before its first value', async () => {
    const metrics = new Metrics();
    metrics.histogram('x_seconds', 'X.', { buckets: [1] });
    expect(await metrics.registry.metrics()).toContain('lethe_x_seconds_count 0');
  });

  it('count nothing while they are off', async () => {
    const metrics = new Metrics(false);
    metrics.counter('rounds_total', 'R.').inc({});
    metrics.observe('age_seconds', 'A.', [], () => [{ labels: {}, value: 1 }])();
    expect(await metrics.registry.metrics()).toBe('\n');
  });
});

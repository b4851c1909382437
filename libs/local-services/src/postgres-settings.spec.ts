import { postgresSettings } from './postgres-settings.js';

describe('postgresSettings', () => {
  it('leaves durability alone', () => {
    expect(postgresSettings(1).join(' ')).not.toMatch(/fsync|synchronous_commit|full_page_writes/);
  });

  it('lets the caller have the last word', () => {
    const settings = postgresSettings(1, { fsync: 'off', timezone: 'Asia/Kathmandu' });
    expect(settings).toContain('fsync=off');
    expect(settings).toContain('timezone=Asia/Kathmandu');
    expect(settings).not.toContain('timezone=UTC');
  });
});

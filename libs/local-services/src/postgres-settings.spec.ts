import { postgresSettings } from './postgres-settings.js';

describe('postgresSettings', () => {
  it('does not change the default durability of PostgreSQL', () => {
    expect(postgresSettings(1).join(' ')).not.toMatch(/fsync|synchronous_commit|full_page_writes/);
  });

  it('lets the settings of the caller override its settings', () => {
    const settings = postgresSettings(1, { fsync: 'off', timezone: 'Asia/Kathmandu' });
    expect(settings).toContain('fsync=off');
    expect(settings).toContain('timezone=Asia/Kathmandu');
    expect(settings).not.toContain('timezone=UTC');
  });
});

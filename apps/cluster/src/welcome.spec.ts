import { welcome } from './welcome.js';

const addresses = { gateway: 'http://127.0.0.1:8080', kafka: '127.0.0.1:9092' };

describe('welcome', () => {
  it('shows the demo token where there is one', () => {
    const text = welcome({ ...addresses, demoToken: 'lth_demo' });
    expect(text).toContain('Demo token       lth_demo');
    expect(text).toContain("'Authorization: Bearer lth_demo'");
  });

  it('shows no token of a workspace file', () => {
    expect(welcome({ ...addresses, demoToken: undefined })).not.toContain('Demo token');
  });

  it('says where everything is', () => {
    const text = welcome({ ...addresses, demoToken: undefined });
    expect(text).toContain('http://127.0.0.1:8080/docs');
    expect(text).toContain('KAFKA_BROKERS=127.0.0.1:9092 npm run topics -- tail');
  });
});

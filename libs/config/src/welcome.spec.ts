import { welcome } from './welcome.js';

const addresses = {
  ...{ url: 'http://127.0.0.1:8080', link: undefined, dataDir: '.lethe' },
};

describe('welcome', () => {
  it('shows the demo token', () => {
    const text = welcome({ ...addresses, demoToken: 'lth_demo' });
    expect(text).toContain('Demo token       lth_demo');
    expect(text).toContain("'Authorization: Bearer lth_demo'");
  });

  it('shows no token when there is no demo token', () => {
    expect(welcome({ ...addresses, demoToken: undefined })).not.toContain('Demo token');
  });

  it('shows a sign-in link, and the command that creates a new link', () => {
    const link = 'http://127.0.0.1:8080/console/sign-in#code=1';
    const text = welcome({ ...addresses, demoToken: 'lth_demo', link });
    expect(text).toContain(`Console          ${link}`);
    expect(text).toContain('new link: npm run lethe -- sign-in)');
    const dataDir = '/my data';
    expect(welcome({ ...addresses, demoToken: 'lth_demo', link, dataDir })).toContain(
      "new link: LETHE_DATA_DIR='/my data' npm run lethe -- sign-in)",
    );
  });

  it('shows the addresses of the documentation and the console', () => {
    const text = welcome({ ...addresses, demoToken: undefined });
    expect(text).toContain('http://127.0.0.1:8080/docs');
    expect(text).toContain('http://127.0.0.1:8080/console/');
  });

  it('shows a command that reads the suppressions topic from its beginning', () => {
    const command = (topicPrefix: string | undefined) =>
      /npm run topics -- (.*)/.exec(
        welcome({
          ...addresses,
          demoToken: undefined,
          kafka: { brokers: '127.0.0.1:9092', topicPrefix },
        }),
      )?.[1];
    expect(command(undefined)).toBe('tail regulation.suppressions.v1 --from-beginning');
    expect(command('acme.')).toBe('tail acme.regulation.suppressions.v1 --from-beginning');
  });
});

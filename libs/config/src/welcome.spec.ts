import { welcome } from './welcome.js';

const addresses = {
  ...{ url: 'http://127.0.0.1:8080', link: undefined, dataDir: '.lethe' },
};

describe('welcome', () => {
  it('shows the demo token where there is one', () => {
    const text = welcome({ ...addresses, demoToken: 'lth_demo' });
    expect(text).toContain('Demo token       lth_demo');
    expect(text).toContain("'Authorization: Bearer lth_demo'");
  });

  it('shows no token of a workspace file', () => {
    expect(welcome({ ...addresses, demoToken: undefined })).not.toContain('Demo token');
  });

  it('has a link that signs in, and the command that makes another one', () => {
    const link = 'http://127.0.0.1:8080/console/sign-in#code=1';
    const text = welcome({ ...addresses, demoToken: 'lth_demo', link });
    expect(text).toContain(`Console          ${link}`);
    expect(text).toContain('another: npm run lethe -- sign-in)');
    const dataDir = '/my data';
    expect(welcome({ ...addresses, demoToken: 'lth_demo', link, dataDir })).toContain(
      "another: LETHE_DATA_DIR='/my data' npm run lethe -- sign-in)",
    );
  });

  it('says where everything is', () => {
    const text = welcome({ ...addresses, demoToken: undefined });
    expect(text).toContain('http://127.0.0.1:8080/docs');
    expect(text).toContain('http://127.0.0.1:8080/console/');
  });

  it('has a command that shows what happened before it, on the topic of this installation', () => {
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

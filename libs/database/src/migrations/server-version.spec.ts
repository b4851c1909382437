import { assertServerVersion, IncompatibleSchemaError } from './migrate-schema.js';

it.each(['15.0', '15.14 (Debian 15.14-0+deb12u1)', '18beta1'])(
  'PostgreSQL %s is used',
  (version) => {
    expect(() => {
      assertServerVersion(version);
    }).not.toThrow();
  },
);

it.each(['14.23', '9.6.24', '14.19 (Debian 14.19-1.pgdg12+1)'])(
  'PostgreSQL %s is refused, with both versions',
  (version) => {
    const refusal = () => {
      assertServerVersion(version);
    };
    expect(refusal).toThrow(IncompatibleSchemaError);
    expect(refusal).toThrow(`is PostgreSQL ${version}, and Lethe needs PostgreSQL 15 or newer`);
  },
);

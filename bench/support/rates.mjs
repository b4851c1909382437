const RATES = [
  'LETHE_RATE_TOKEN',
  'LETHE_RATE_WORKSPACE',
  'LETHE_RATE_USERS',
  'LETHE_RATE_TESTS',
  'LETHE_RATE_DATA_PLANE',
];

/** Rates are counted, and nobody comes to one: what is measured is Lethe, not its limits. */
export const ROOMY_RATES = Object.fromEntries(RATES.map((name) => [name, '1000000']));

/** Nothing is counted. */
export const NO_RATES = Object.fromEntries(RATES.map((name) => [name, '0']));

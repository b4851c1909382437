import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** The allowed imports of each layer, with the reason. tools/nx-packages.mjs assigns the layers. */
const boundaries = [
  {
    // All packages share the wire format, so it must not depend on our other packages.
    sourceTag: 'layer:contracts',
    onlyDependOnLibsWithTags: [],
  },
  {
    // The operations of the API and their bodies. Routes of the gateway, clients, and command
    // handlers use them.
    sourceTag: 'layer:api',
    onlyDependOnLibsWithTags: ['layer:contracts'],
  },
  {
    // Platform libs use contracts, operations and other platform libs, but never an app.
    sourceTag: 'layer:platform',
    onlyDependOnLibsWithTags: ['layer:contracts', 'layer:api', 'layer:platform'],
  },
  {
    // Services communicate only over the network, so an app must not import another app.
    sourceTag: 'layer:app',
    onlyDependOnLibsWithTags: ['layer:contracts', 'layer:api', 'layer:platform', 'layer:testing'],
  },
  {
    // The gateway is the app that serves HTTP to clients.
    sourceTag: 'layer:edge',
    onlyDependOnLibsWithTags: ['layer:contracts', 'layer:api', 'layer:platform', 'layer:testing'],
  },
  {
    // Composition roots combine apps in one process (standalone) or operate on them (cli).
    sourceTag: 'layer:root',
    onlyDependOnLibsWithTags: [
      'layer:contracts',
      'layer:api',
      'layer:platform',
      'layer:testing',
      'layer:app',
      'layer:edge',
    ],
  },
  {
    // Like any client, the console knows only the OpenAPI document of the API. Exceptions:
    // `browserOnly`.
    sourceTag: 'scope:console',
    onlyDependOnLibsWithTags: ['layer:contracts'],
  },
  {
    // Test helpers start real databases and brokers. They can use the platform, but not the apps.
    sourceTag: 'layer:testing',
    onlyDependOnLibsWithTags: ['layer:contracts', 'layer:platform'],
  },
];

/** A package that imports itself by its name, because a relative import would be bundled. */
const ALLOWED = ['@lethe/observability/otlp-exporter'];

const testBoundaries = boundaries.map(({ sourceTag, onlyDependOnLibsWithTags }) => ({
  sourceTag,
  // Tests are allowed to start real services, and to read answers like clients of the API.
  onlyDependOnLibsWithTags: [...onlyDependOnLibsWithTags, 'layer:testing', 'layer:api'],
}));

/** Imports that the console must not use, because it runs in browsers. */
const browserOnly = {
  regex:
    '^(?:node:|@lethe/(?!contracts/(?:json|user-files|roles-and-scopes|state-words|all-destinations)$))',
  message: 'The console runs in browsers.',
};

/**
 * Forbidden imports between folders of the console, with the reason. A folder can import only from
 * folders that come earlier in this list.
 */
const consoleBoundaries = [
  {
    files: 'lib/**',
    regex: '/(?:api|ui|features|shell|pages)/',
    message: 'lib is independent of all features, so that all folders may use it.',
  },
  {
    files: 'api/**',
    regex: '/(?:ui|features|shell|pages)/',
    message: 'api provides data, whichever page shows it.',
  },
  {
    files: 'ui/**',
    regex: '/(?:features|shell|pages)/',
    message: 'ui is the kit of all pages, so it depends on none of them.',
  },
  {
    files: 'features/**',
    regex: '/(?:shell|pages)/',
    message: 'Pages share features. Move code that a feature needs from a page into the feature.',
  },
  {
    files: 'shell/**',
    regex: '/pages/',
    message: 'The shell surrounds every page. Only router.tsx knows the pages.',
  },
  {
    files: 'pages/*/*',
    regex: '^\\.\\./(?!\\.\\./)|/shell/',
    message: 'Share code of pages in a feature. Otherwise a page loads the code of another page.',
  },
  {
    files: 'pages/*/*/**',
    regex: '^\\.\\./\\.\\./(?!\\.\\./)|/shell/',
    message: 'Share code of pages in a feature. Otherwise a page loads the code of another page.',
  },
];

/**
 * `createTopics` of kafkajs waits for leaders by default. The wait fails if the broker does not
 * know the topic yet, which happened once in 100 test runs.
 */
const topicsWithoutWait = {
  selector:
    'CallExpression[callee.object.name=/[aA]dmin$/][callee.property.name="createTopics"]:not(:has(Property[key.name="waitForLeaders"][value.value=false]))',
  message: 'Use createTopic of @lethe/messaging, or waitForLeaders: false and its waitForLeaders.',
};

const TESTS = ['**/*.spec.ts', '**/test/**/*.ts', 'e2e/**/*.ts', 'libs/testing/**/*.ts'];

const spawning = {
  name: 'node:child_process',
  importNames: ['default', 'exec', 'execSync', 'fork', 'spawn'],
  message:
    'Use spawnApp of @lethe/testing. It does not pass on the environment of the caller, and it ends the program with the run.',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/dist-spec/**',
      '**/node_modules/**',
      '.nx/**',
      '.lethe/**',
      '.cache/**',
      'apps/console/src/api/schema.ts', // generated
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    // .oxlintrc.json has the rules that need types.
    extends: [...tseslint.configs.strict, ...tseslint.configs.stylistic],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: false, allow: ALLOWED, depConstraints: boundaries },
      ],
      // Nest modules are classes with only a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/consistent-type-imports': 'off', // emitDecoratorMetadata needs value imports
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[object.name="process"][property.name="env"]',
          message: 'Read the environment through @lethe/config.',
        },
        {
          selector:
            'CallExpression[callee.object.name="AbortSignal"][callee.property.name="any"] CallExpression[callee.object.name="AbortSignal"][callee.property.name="timeout"]',
          message: 'In Node 20 it can stay without effect. Use signalWithin of @lethe/resilience.',
        },
        topicsWithoutWait,
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message: 'It is wrong for some hosts in Node 20 and 22. Use urlOf of @lethe/contracts.',
        },
      ],
    },
  },
  {
    files: ['apps/console/{src,kit}/**/*.ts', 'apps/console/{src,kit}/**/*.tsx'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-properties': 'off', // `URL.canParse` is correct in browsers
      // A browser has no modules of Node, so the console must not import code that uses them.
      'no-restricted-imports': ['error', { patterns: [browserOnly] }],
    },
  },
  ...consoleBoundaries.map(({ files, ...above }) => ({
    files: [`apps/console/src/${files}`],
    ignores: ['**/*.spec.ts', '**/*.css'],
    rules: { 'no-restricted-imports': ['error', { patterns: [browserOnly, above] }] },
  })),
  {
    files: TESTS,
    rules: {
      // Tests of every layer are allowed to use the helpers that start real services. These helpers
      // use messaging, and the tests of messaging use the helpers. This is a cycle of packages, but
      // not of files.
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: ALLOWED,
          depConstraints: testBoundaries,
          ignoredCircularDependencies: [['@lethe/messaging', '@lethe/testing']],
        },
      ],
      'no-restricted-syntax': ['error', topicsWithoutWait],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['libs/config/src/load-config.ts'],
    rules: { 'no-restricted-syntax': 'off' }, // the only file that reads the environment
  },
  {
    // Only one package imports kafkajs, because kafkajs is no longer maintained and must be easy to
    // replace. Tests that need more of kafkajs than the product import it from
    // @lethe/testing/kafka.
    files: ['**/*.ts'],
    // The console has its own import rules (`consoleBoundaries`), and does not use Kafka.
    ignores: [
      'libs/messaging/src/kafkajs/**',
      'libs/testing/src/kafkajs.ts',
      'apps/console/src/**',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: '^kafkajs(/|$)', message: 'Use @lethe/messaging.' }],
        },
      ],
    },
  },
  {
    files: TESTS,
    ignores: ['libs/testing/src/**'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', spawning] },
  },
  {
    files: ['**/*.mjs'],
    rules: { 'no-restricted-syntax': ['error', topicsWithoutWait] },
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        performance: 'readonly',
        AbortController: 'readonly',
        AbortSignal: 'readonly',
        globalThis: 'readonly',
        setImmediate: 'readonly',
        structuredClone: 'readonly',
      },
    },
  },
  prettier,
);

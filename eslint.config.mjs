import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** Which layer may use which, each with its reason. tools/nx-packages.mjs says which package is on which. */
const boundaries = [
  {
    // The wire is the one thing that everybody shares, so it must not drag anything of ours along.
    sourceTag: 'layer:contracts',
    onlyDependOnLibsWithTags: [],
  },
  {
    // Operations and their bodies: the gateway's routes, the clients and the handlers of commands are made of them.
    sourceTag: 'layer:api',
    onlyDependOnLibsWithTags: ['layer:contracts'],
  },
  {
    // Platform libs are built on contracts, on operations and on each other, never on an app.
    sourceTag: 'layer:platform',
    onlyDependOnLibsWithTags: ['layer:contracts', 'layer:api', 'layer:platform'],
  },
  {
    // Services talk over the wire: an app that imports another app has lost its border.
    sourceTag: 'layer:app',
    onlyDependOnLibsWithTags: ['layer:contracts', 'layer:api', 'layer:platform', 'layer:testing'],
  },
  {
    // The gateway is the app that speaks HTTP to callers.
    sourceTag: 'layer:edge',
    onlyDependOnLibsWithTags: ['layer:contracts', 'layer:api', 'layer:platform', 'layer:testing'],
  },
  {
    // Composition roots put apps together in one process (standalone) or operate on them (cli).
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
    // The console knows the API as anybody does: by its document, of which its types are made. Of ours it shares the reader of users' files, below.
    sourceTag: 'scope:console',
    onlyDependOnLibsWithTags: ['layer:contracts'],
  },
  {
    // Test helpers start real databases and brokers; they know the platform, not the apps.
    sourceTag: 'layer:testing',
    onlyDependOnLibsWithTags: ['layer:contracts', 'layer:platform'],
  },
];

const testBoundaries = boundaries.map(({ sourceTag, onlyDependOnLibsWithTags }) => ({
  sourceTag,
  // Tests may start real services, and read answers as callers of the API do.
  onlyDependOnLibsWithTags: [...onlyDependOnLibsWithTags, 'layer:testing', 'layer:api'],
}));

/** What of the console runs nowhere but in browsers. */
const browserOnly = {
  regex: '^(?:node:|@lethe/(?!contracts/(?:json|user-files|roles-and-scopes|state-words)$))',
  message: 'The console runs in browsers.',
};

/** Which folders of the console may not be imported from which files, and why: imports go down only. */
const consoleBoundaries = [
  {
    files: 'lib/**',
    regex: '/(?:api|ui|features|shell|pages)/',
    message: 'lib knows of no capability, so that all others may use it.',
  },
  {
    files: 'api/**',
    regex: '/(?:ui|features|shell|pages)/',
    message: 'api says what there is, whoever shows it.',
  },
  {
    files: 'ui/**',
    regex: '/(?:features|shell|pages)/',
    message: 'The kit is what every page is made of.',
  },
  {
    files: 'features/**',
    regex: '/(?:shell|pages)/',
    message: 'A feature is shared by pages: what it needs of one belongs to the feature.',
  },
  {
    files: 'shell/**',
    regex: '/pages/',
    message: 'The shell is around every page; router.tsx alone knows which there are.',
  },
  {
    files: 'pages/*/*',
    regex: '^\\.\\./(?!\\.\\./)|/shell/',
    message: 'Pages share by a feature, or each would have the code of the other loaded with it.',
  },
  {
    files: 'pages/*/*/**',
    regex: '^\\.\\./\\.\\./(?!\\.\\./)|/shell/',
    message: 'Pages share by a feature, or each would have the code of the other loaded with it.',
  },
];

/** kafkajs' own wait fails where the broker has not heard of its new topic yet: seen in tests, once in a hundred runs. */
const impatientTopics = {
  selector:
    'CallExpression[callee.object.name=/[aA]dmin$/][callee.property.name="createTopics"]:not(:has(Property[key.name="waitForLeaders"][value.value=false]))',
  message: 'Use createTopic of @lethe/messaging, or waitForLeaders: false and its waitForLeaders.',
};

const TESTS = ['**/*.spec.ts', '**/test/**/*.ts', 'e2e/**/*.ts', 'libs/testing/**/*.ts'];

const spawning = {
  name: 'node:child_process',
  importNames: ['default', 'exec', 'execSync', 'fork', 'spawn'],
  message:
    'Use spawnApp of @lethe/testing: a program under test takes nothing of the caller, and ends with the run.',
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
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: './tools/tsconfig.lint.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: false, allow: [], depConstraints: boundaries },
      ],
      // Nest modules are classes with nothing but a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // DTO classes describe JSON: they carry decorators, and are never told apart by instanceof.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/consistent-type-imports': 'off', // emitDecoratorMetadata needs value imports
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[object.name="process"][property.name="env"]',
          message: 'Read the environment through @lethe/config.',
        },
        impatientTopics,
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message: 'It is wrong about some hosts in Node 20 and 22: use urlOf of @lethe/contracts.',
        },
      ],
    },
  },
  {
    files: ['apps/console/{src,kit}/**/*.ts', 'apps/console/{src,kit}/**/*.tsx'],
    ignores: ['**/*.spec.ts'],
    languageOptions: { parserOptions: { project: './apps/console/tsconfig.json' } },
    rules: {
      'no-restricted-properties': 'off', // it runs in browsers, where `URL.canParse` is right
      // What isn't used is left out of the files for browsers, but nothing of Node is there at all.
      'no-restricted-imports': ['error', { patterns: [browserOnly] }],
      // What a button does is said in one line, `() => setOpen(true)`; nobody reads what a handler returns.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreVoidOperator: true, ignoreArrowShorthand: true },
      ],
    },
  },
  ...consoleBoundaries.map(({ files, ...above }) => ({
    files: [`apps/console/src/${files}`],
    ignores: ['**/*.spec.ts', '**/*.css'],
    rules: { 'no-restricted-imports': ['error', { patterns: [browserOnly, above] }] },
  })),
  {
    files: ['apps/console/src/**/*.spec.ts'],
    languageOptions: { parserOptions: { project: './apps/console/tsconfig.spec.json' } },
  },
  {
    files: TESTS,
    rules: {
      // Tests of every layer may use the helpers that start real services. Those of messaging use
      // helpers that use messaging: no file imports itself that way.
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: [],
          depConstraints: testBoundaries,
          ignoredCircularDependencies: [['@lethe/messaging', '@lethe/testing']],
        },
      ],
      'no-restricted-syntax': ['error', impatientTopics],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['libs/config/src/load-config.ts'],
    rules: { 'no-restricted-syntax': 'off' }, // the one place that reads the environment
  },
  {
    // kafkajs is kept behind one door: it is no longer developed, and we want to be able to replace it.
    // Tests that need what the product does not use find it in @lethe/testing/kafka.
    files: ['**/*.ts'],
    // The console has boundaries of its own, and nothing of Kafka.
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
    rules: { 'no-restricted-syntax': ['error', impatientTopics] },
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

import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type ProxyOptions } from 'vite';

/** What the gateway answers, and not this server: the whole API, and signing in. */
const OF_THE_GATEWAY =
  '^/(?:v0|v2|transformations|transformation-libraries|destination-definitions|openapi\\.json|docs|livez|readyz|console/session)(?:[/?]|$)';
/** A page for browsers that navigate, and JSON for the page itself. */
const SIGN_IN = '^/console/sign-in(?:[/?]|$)';

export default defineConfig(({ mode }) => {
  const environment = loadEnv(mode, import.meta.dirname, ['LETHE_']);
  const target = environment.LETHE_CONSOLE_API ?? 'http://127.0.0.1:8080';
  const token = environment.LETHE_TOKEN;
  // For development alone: with a token in the environment nobody has to sign in.
  const proxy: ProxyOptions = {
    target,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  };
  return {
    base: '/console/',
    clearScreen: false,
    plugins: [react()],
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    // The gateway puts another one into each answer.
    html: { cspNonce: 'NONCE_OF_THIS_ANSWER' },
    build: {
      outDir: 'dist/app',
      target: 'es2023',
      manifest: true,
      cssCodeSplit: false, // 7 kB of gzip together, and no page without its styles where a file did not come
      license: { fileName: 'licenses.md' },
      assetsInlineLimit: 0, // no policy of ours allows a data: URL of anything but images
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000, // test/size.spec.ts holds the budgets
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          // Else each icon and each function of ten lines is a file, and a page asks for 56 of them, six at a time.
          codeSplitting: {
            groups: [
              { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/ },
              { name: 'lib', test: /src[\\/](?:api|lib)[\\/]/, minShareCount: 6 },
              { name: 'kit', test: /src[\\/]ui[\\/]|@base-ui[\\/]/, minShareCount: 17 },
            ],
          },
        },
      },
    },
    server: {
      port: 5173,
      host: '127.0.0.1',
      proxy: {
        [OF_THE_GATEWAY]: proxy,
        [SIGN_IN]: {
          ...proxy,
          bypass: ({ headers }) =>
            headers.accept?.includes('text/html') ? '/console/index.html' : undefined,
        },
      },
    },
  };
});

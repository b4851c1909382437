import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type ProxyOptions } from 'vite';

/** Paths of the API and of sign-in, which the development server forwards to the gateway. */
const OF_THE_GATEWAY =
  '^/(?:v0|v2|transformations|transformation-libraries|destination-definitions|openapi\\.json|docs|livez|readyz|console/session)(?:[/?]|$)';
/**
 * Path with two responses. A browser that navigates gets the page, and a `fetch` of the page gets
 * JSON.
 */
const SIGN_IN = '^/console/sign-in(?:[/?]|$)';

export default defineConfig(({ mode }) => {
  const environment = loadEnv(mode, import.meta.dirname, ['LETHE_']);
  const target = environment.LETHE_CONSOLE_API ?? 'http://127.0.0.1:8080';
  const token = environment.LETHE_TOKEN;
  // For development only. If the environment contains a token, no sign-in is necessary.
  const proxy: ProxyOptions = {
    target,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  };
  return {
    base: '/console/',
    clearScreen: false,
    plugins: [react()],
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    // The gateway replaces this text by a nonce in each response.
    html: { cspNonce: 'NONCE_OF_THIS_ANSWER' },
    build: {
      outDir: 'dist/app',
      target: 'es2023',
      manifest: true,
      // All styles have 7 kB with gzip. If they were split, a file that fails to load would leave a
      // page without styles.
      cssCodeSplit: false,
      license: { fileName: 'licenses.md' },
      assetsInlineLimit: 0, // our CSP allows data: URLs only for images
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000, // test/size.spec.ts has the limits
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          // Without these groups, each icon and small function would be its own file. A page would
          // then load 56 files, six at a time.
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

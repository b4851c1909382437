// For HEALTHCHECK: exits with code 0 if the app in this container is ready, and with 1 if it is
// not.
const port = process.env.PORT ?? '8080';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
    signal: AbortSignal.timeout(2_500),
  });
  process.exit(answer.ok ? 0 : 1);
} catch {
  process.exit(1);
}

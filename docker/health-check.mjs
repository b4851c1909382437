// Whether the app in this container is ready. Exit code 0 or 1, for HEALTHCHECK.
const port = process.env.PORT ?? '8080';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
    signal: AbortSignal.timeout(2_500),
  });
  process.exit(answer.ok ? 0 : 1);
} catch {
  process.exit(1);
}

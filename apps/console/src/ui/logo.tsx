/** Two waves. In Greek myth, Lethe is the river of forgetting. */
export function Logo() {
  return (
    <svg width="22" height="22" viewBox="0 0 32 32" fill="none" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--accent-solid)" />
      <path
        d="M6 12c3.3 0 3.3 3 6.7 3s3.3-3 6.6-3 3.4 3 6.7 3M6 19c3.3 0 3.3 3 6.7 3s3.3-3 6.6-3 3.4 3 6.7 3"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  );
}

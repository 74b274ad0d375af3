/** The mark: a reef around a lagoon, open to the sea on one side. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden="true" height={size} viewBox="0 0 32 32" width={size}>
      <path
        className="stroke-accent"
        d="M21.8 8.3a9.6 9.6 0 1 0 3.6 5.1"
        fill="none"
        strokeLinecap="round"
        strokeWidth={4.2}
      />
      <circle className="fill-kelp" cx="16" cy="16" r="2.7" />
    </svg>
  )
}

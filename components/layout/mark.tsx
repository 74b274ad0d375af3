/** The mark: a reef around a lagoon, open to the sea on one side, with the islet it shelters. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className="shrink-0" height={size} viewBox="0 0 32 32" width={size}>
      <path
        className="stroke-accent"
        d="M22.6 6.7a11.4 11.4 0 1 0 4.6 7.2"
        fill="none"
        strokeLinecap="round"
        strokeWidth={3.4}
      />
      <path
        className="stroke-accent"
        d="M20.2 11.7a6 6 0 1 0 1.6 5.6"
        fill="none"
        opacity={0.45}
        strokeLinecap="round"
        strokeWidth={2}
      />
      <circle className="fill-kelp" cx="16" cy="16" r="2.5" />
    </svg>
  )
}

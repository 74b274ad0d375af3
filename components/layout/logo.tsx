/** `isOnDeep`: on a dark background in either theme. */
export function Logo({ size = 30, isOnDeep }: { size?: number; isOnDeep?: boolean }) {
  const [reef, islet] = isOnDeep ? ["#59cbe0", "#82d19a"] : ["var(--accent)", "var(--kelp)"]
  return (
    <svg aria-hidden="true" className="shrink-0" height={size} viewBox="0 0 32 32" width={size}>
      <path
        d="M22.6 6.7a11.4 11.4 0 1 0 4.6 7.2"
        fill="none"
        stroke={reef}
        strokeLinecap="round"
        strokeWidth={3.4}
      />
      <path
        d="M20.2 11.7a6 6 0 1 0 1.6 5.6"
        fill="none"
        opacity={0.45}
        stroke={reef}
        strokeLinecap="round"
        strokeWidth={2}
      />
      <circle cx="16" cy="16" fill={islet} r="2.5" />
    </svg>
  )
}

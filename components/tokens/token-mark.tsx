type TokenMarkProps = { address: string; symbol: string; size?: number }

/** A disc in a colour of the token's own, so that lists are scanned faster. */
export function TokenMark({ address, symbol, size = 36 }: TokenMarkProps) {
  const hue = Number.parseInt(address.slice(2, 8), 16) % 360
  const letter = /[\p{L}\p{N}]/u.exec(symbol)?.[0].toUpperCase() ?? "•"
  return (
    <svg aria-hidden="true" className="shrink-0" height={size} viewBox="0 0 36 36" width={size}>
      <circle cx="18" cy="18" fill={`hsl(${hue} 45% 34%)`} r="18" />
      <path
        d="M4 28q3.5-3 7 0t7 0 7 0 7 0"
        fill="none"
        stroke={`hsl(${hue} 60% 62%)`}
        strokeWidth="2"
      />
      <text
        direction="ltr"
        dominantBaseline="central"
        fill="#fff"
        fontSize="15"
        fontWeight="600"
        textAnchor="middle"
        x="18"
        y="16"
      >
        {letter}
      </text>
    </svg>
  )
}

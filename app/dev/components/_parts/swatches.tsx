const tokens = [
  "water",
  "surface",
  "sunken",
  "line",
  "line-strong",
  "ink",
  "muted",
  "accent",
  "accent-soft",
  "kelp",
  "kelp-soft",
  "coral",
  "coral-soft",
  "sand",
  "sand-soft",
  "deep",
  "deep-end",
] as const

/** The colours of the current theme and palette. */
export function Swatches() {
  return (
    <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6 lg:grid-cols-9">
      {tokens.map((token) => (
        <li className="text-xs text-muted" key={token}>
          <span
            aria-hidden="true"
            className="block h-12 rounded-control border border-line"
            style={{ background: `var(--${token})` }}
          />
          {token}
        </li>
      ))}
    </ul>
  )
}

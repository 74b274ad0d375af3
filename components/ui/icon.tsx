const paths = {
  home: "M3 11.2 12 4l9 7.2M5.5 9.8V20h13V9.8M9.8 20v-6h4.4v6",
  list: "M4 6.5h16M4 12h16M4 17.5h16",
  launch:
    "M12 3.5c3.6 2.6 5 6 4.6 10.2L12 17l-4.6-3.3C7 9.5 8.4 6.1 12 3.5ZM12 9.2v.01M8 16.5 6.5 20.5M16 16.5l1.5 4",
  portfolio: "M4 8h16v11.5H4zM9 8V5h6v3M4 13h16",
  faucet:
    "M12 3.5c3.3 4.1 5.5 7 5.5 10a5.5 5.5 0 1 1-11 0c0-3 2.2-5.9 5.5-10ZM9.5 14.5a2.6 2.6 0 0 0 2.5 2.4",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4",
  wallet:
    "M4 7.5V18a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 18V9.5A1.5 1.5 0 0 0 18.5 8H5.5A1.5 1.5 0 0 1 4 6.5 1.5 1.5 0 0 1 5.5 5H17M16 13.7v.01",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5 10 17.5 19 7",
  copy: "M9 9h10v10H9zM15 9V5H5v10h4",
  up: "M12 19V6M6 11.5 12 5.5l6 6",
  down: "M12 5v13M6 12.5l6 6 6-6",
  warning: "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17.2v.01",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5M12 7.8v.01",
  search: "M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15 15l5 5",
  chevron: "M6 9.5 12 15.5l6-6",
  external: "M13.5 4.5h6v6M19.5 4.5 11 13M18 14v5.5H4.5V6H10",
  snow: "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9",
} as const

export type IconName = keyof typeof paths

/** A drawing beside a text; it carries no meaning of its own. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0"
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={1.75}
      viewBox="0 0 24 24"
      width={size}
    >
      <path d={paths[name]} />
    </svg>
  )
}

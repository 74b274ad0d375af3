import type { ReactNode } from "react"

/** In the order of the page. */
const sections = [
  { id: "profile", label: "Profile" },
  { id: "standing", label: "Standing" },
  { id: "referrals", label: "Referrals" },
  { id: "linked", label: "Linked accounts" },
  { id: "sessions", label: "Sessions and keys" },
  { id: "agent", label: "Agent" },
  { id: "settings", label: "Appearance and trading" },
  { id: "data", label: "Your data" },
] as const

/** Links to the parts of the page. */
export function SectionLinks() {
  return (
    <nav aria-label="Account" className="-mx-1 flex flex-wrap gap-1">
      {sections.map(({ id, label }) => (
        <a
          className="inline-flex min-h-11 items-center rounded-control px-3 text-sm font-medium text-muted hover:bg-sunken hover:text-ink"
          href={`#${id}`}
          key={id}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}

type SectionProps = { id: (typeof sections)[number]["id"]; children: ReactNode }

/** A part of the page that links lead to; it stops below the header. */
export const Section = ({ id, children }: SectionProps) => (
  <div className="grid scroll-mt-20 grid-cols-1 gap-5" id={id}>
    {children}
  </div>
)

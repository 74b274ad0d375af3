import type { ReactNode } from "react"

const links = [
  { href: "/docs", label: "API reference" },
  { href: "/api/openapi.json", label: "OpenAPI" },
  { href: "/contracts.json", label: "Contract addresses" },
]

/** `state` says how far the index has read. */
export function Footer({ state }: { state: ReactNode }) {
  return (
    <footer className="border-t border-line pb-[calc(5rem+env(safe-area-inset-bottom))] lg:pb-0">
      <div className="mx-auto flex max-w-7xl flex-col gap-1 px-4 py-3 text-sm text-muted sm:px-6 md:flex-row md:items-center md:justify-between">
        {state}
        <ul className="flex flex-wrap gap-x-5">
          {links.map(({ href, label }) => (
            <li key={href}>
              <a className="flex min-h-11 items-center hover:text-ink hover:underline" href={href}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}

import Link from "next/link"

/** Loads the rest of a list. */
export function ShowAll({ href, children }: { href: string; children: string }) {
  return (
    <Link
      className="text-link inline-flex min-h-11 items-center text-sm"
      href={href}
      prefetch={false}
      scroll={false}
    >
      {children}
    </Link>
  )
}

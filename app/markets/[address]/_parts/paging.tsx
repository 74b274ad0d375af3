import Link from "next/link"

type PagingProps = {
  /** Addresses of the pages; undefined where there is none. */
  newest: string | undefined
  older: string | undefined
  /** "Older comments". */
  noun?: string
}

export function Paging({ newest, older, noun = "" }: PagingProps) {
  return (
    <p className="flex justify-between gap-3 text-sm">
      <PageLink href={newest}>Newest {noun}</PageLink>
      <PageLink href={older}>Older {noun}</PageLink>
    </p>
  )
}

function PageLink({ href, children }: { href: string | undefined; children: React.ReactNode }) {
  if (!href) return <span />
  return (
    <Link
      className="text-link inline-flex min-h-12 min-w-12 items-center last:justify-end"
      href={href}
      prefetch={false}
    >
      {children}
    </Link>
  )
}

import { ButtonLink } from "@/components/ui/button"

type PagerProps = {
  page: number
  pages: number
  href: (page: number) => string
}

/** Links to the previous and next page; nothing with only one. */
export function Pager({ page, pages, href }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3">
      {page > 1 ? (
        <ButtonLink href={href(Math.min(page - 1, pages))} variant="secondary" rel="prev">
          Previous
        </ButtonLink>
      ) : (
        <span />
      )}
      <p className="figures text-sm text-muted">
        Page {page} of {pages}
      </p>
      {page < pages ? (
        <ButtonLink href={href(page + 1)} variant="secondary" rel="next">
          Next
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  )
}

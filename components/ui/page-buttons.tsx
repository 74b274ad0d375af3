import { Button } from "./button"

type PageButtonsProps = {
  /** What the pages list: "reports". */
  of: string
  page: number
  hasMore: boolean
  onChange: (page: number) => void
}

/** Buttons to the newer and the older page of a list that the browser reads; nothing with only one. */
export function PageButtons({ of, page, hasMore, onChange }: PageButtonsProps) {
  if (page === 1 && !hasMore) return null
  return (
    <nav aria-label={`Pages of ${of}`} className="flex justify-center gap-2">
      <Button disabled={page === 1} onClick={() => onChange(page - 1)} variant="secondary">
        Newer
      </Button>
      <Button disabled={!hasMore} onClick={() => onChange(page + 1)} variant="secondary">
        Older
      </Button>
    </nav>
  )
}

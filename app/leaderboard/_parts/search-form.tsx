import { Button } from "@/components/ui/button"

/** Finds wallets by name or address; works without scripts. */
export function SearchForm({ text }: { text: string }) {
  return (
    <search>
      <form action="/leaderboard" className="flex gap-2">
        <label className="sr-only" htmlFor="leaderboard-search">
          Name or address
        </label>
        <input
          autoComplete="off"
          className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-base placeholder:text-muted"
          defaultValue={text}
          dir="auto"
          id="leaderboard-search"
          maxLength={50}
          name="q"
          placeholder="Name or address"
          spellCheck={false}
          type="search"
        />
        <Button className="shrink-0" type="submit" variant="secondary">
          Search
        </Button>
      </form>
    </search>
  )
}

/** Any page by its number. */
export function PageForm({ pages, page }: { pages: number; page: number }) {
  if (pages <= 2) return null
  return (
    <form action="/leaderboard" className="flex items-center justify-end gap-2 text-sm">
      <label htmlFor="leaderboard-page">Page</label>
      <input
        className="figures min-h-11 w-24 rounded-control border border-line-strong bg-surface px-3 text-base"
        defaultValue={page}
        id="leaderboard-page"
        inputMode="numeric"
        max={pages}
        min={1}
        name="page"
        type="number"
      />
      <Button type="submit" variant="secondary">
        Go
      </Button>
    </form>
  )
}

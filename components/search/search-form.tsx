import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { MAX_QUERY_LENGTH } from "@/lib/search/schema"

/** Opens the search page. It is a plain form, so it works without scripts. */
export function SearchForm({ text = "" }: { text?: string }) {
  return (
    <search>
      <form action="/search" className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <Field
          defaultValue={text}
          dir="auto"
          enterKeyHint="search"
          key={text}
          label="Token, market, person, post or transaction"
          maxLength={MAX_QUERY_LENGTH}
          name="q"
          type="search"
        />
        <Button className="min-h-12" type="submit">
          Search
        </Button>
      </form>
    </search>
  )
}

import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { MAX_DOCS_QUERY } from "@/lib/guides/search"

/** Searches guides and reference; a plain form, so that it works without scripts. */
export function DocsSearchForm({ text = "" }: { text?: string }) {
  return (
    <search>
      <form action="/docs/search" className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <Field
          defaultValue={text}
          enterKeyHint="search"
          key={text}
          label="Search the documentation"
          maxLength={MAX_DOCS_QUERY}
          name="q"
          type="search"
        />
        <Button className="min-h-12" type="submit" variant="secondary">
          Search
        </Button>
      </form>
    </search>
  )
}

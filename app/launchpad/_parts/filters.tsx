"use client"

import { FilterForm } from "@/components/ui/filter-form"
import { NativeSelect } from "@/components/ui/native-select"
import { launchpadHref } from "./links"
import type { LaunchpadQuery } from "./query"

const sorts = [
  ["newest", "Newest"],
  ["oldest", "Oldest"],
  ["active", "Most traded"],
  ["change", "Biggest rise"],
  ["moved", "Biggest move"],
  ["price", "Highest price"],
  ["liquidity", "Most liquidity"],
  ["holders", "Most holders"],
  ["progress", "Fullest reward phase"],
] as const satisfies readonly (readonly [LaunchpadQuery["sort"], string])[]

const kinds = [
  ["", "All kinds"],
  ["stable", "Stable+"],
  ["floor", "Floor+"],
] as const

const buying = [
  ["", "All tokens"],
  ["false", "Open to all"],
  ["true", "Whitelist only"],
] as const

/** Search and filters of the launchpad. */
export function Filters({ query }: { query: LaunchpadQuery }) {
  const isTable = query.view === "table"
  return (
    <FilterForm
      action="/launchpad"
      href={launchpadHref(query)}
      hrefOf={launchpadHref}
      placeholder="Name, symbol or address"
      search={query.search ?? ""}
    >
      {(choose) => (
        <>
          <HiddenFields query={query} />
          <NativeSelect
            key={`kind ${query.kind}`}
            label="Kind"
            name="kind"
            onChange={choose}
            options={kinds}
            value={query.kind ?? ""}
          />
          <NativeSelect
            key={`frozen ${query.frozen}`}
            label="Buying"
            name="frozen"
            onChange={choose}
            options={buying}
            value={query.frozen === undefined ? "" : `${query.frozen}`}
          />
          {isTable && (
            <NativeSelect
              key={`sort ${query.sort}`}
              label="Sort by"
              name="sort"
              onChange={choose}
              options={sorts}
              value={query.sort}
            />
          )}
          <Toggle isOn={query.image === true} label="With picture" name="image" onChange={choose} />
          <Toggle isOn={query.vetted === true} label="Vetted" name="vetted" onChange={choose} />
        </>
      )}
    </FilterForm>
  )
}

/** What the URL says and no field does. */
function HiddenFields({ query: { view, column, dev, phase } }: { query: LaunchpadQuery }) {
  return (
    <>
      {view === "table" && <input name="view" type="hidden" value={view} />}
      {column !== "new" && <input name="column" type="hidden" value={column} />}
      {dev && <input name="dev" type="hidden" value={dev} />}
      {phase && <input name="phase" type="hidden" value={phase} />}
    </>
  )
}

type ToggleProps = { name: string; label: string; isOn: boolean; onChange: () => void }

function Toggle({ name, label, isOn, onChange }: ToggleProps) {
  return (
    <label className="flex min-h-12 shrink-0 items-center gap-2 self-end rounded-control border border-line-strong bg-surface px-3 text-sm font-medium whitespace-nowrap has-checked:border-accent has-checked:bg-accent-soft">
      <input
        className="size-5 accent-accent"
        defaultChecked={isOn}
        key={`${isOn}`}
        name={name}
        onChange={onChange}
        type="checkbox"
        value="true"
      />
      {label}
    </label>
  )
}

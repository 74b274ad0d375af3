"use client"

import { FilterSelect, FilterToggle, HiddenFields } from "./filter-fields"
import { FilterForm } from "./filter-form"

type FilterQuery = { search?: string | undefined }

/** A field of the form; its name is the parameter whose value it shows. */
type SelectField<Query> = {
  name: keyof Query & string
  label: string
  options: readonly (readonly [value: string, label: string])[]
}
type ToggleField<Query> = { name: keyof Query & string; label: string }

type ListFiltersProps<Query extends FilterQuery> = {
  /** The list's path. */
  path: string
  /** As the URL has it. */
  query: Query
  /** The current URL of the list. */
  href: string
  /** The URL for the values of the fields. */
  hrefOf: (texts: Record<string, string>) => string
  placeholder: string
  selects: readonly SelectField<Query>[]
  toggles?: readonly ToggleField<Query>[]
  /** Parameters that no field shows. */
  hidden?: Record<string, string | undefined>
}

/** Search and filters of a list, by the parameters of its URL. */
export function ListFilters<Query extends FilterQuery>({
  path,
  query,
  href,
  hrefOf,
  placeholder,
  selects,
  toggles = [],
  hidden = {},
}: ListFiltersProps<Query>) {
  return (
    <FilterForm
      action={path}
      href={href}
      hrefOf={hrefOf}
      placeholder={placeholder}
      search={query.search ?? ""}
    >
      {(submit) => (
        <>
          <HiddenFields values={hidden} />
          {selects.map(({ name, ...field }) => (
            <FilterSelect
              key={name}
              name={name}
              onChange={submit}
              value={toText(query[name])}
              {...field}
            />
          ))}
          {toggles.map(({ name, label }) => (
            <FilterToggle
              isOn={query[name] === true}
              key={name}
              label={label}
              name={name}
              onChange={submit}
            />
          ))}
        </>
      )}
    </FilterForm>
  )
}

const toText = (value: unknown) => (value === undefined ? undefined : `${value}`)

"use client"

import { NativeSelect } from "./native-select"

type FilterSelectProps = {
  /** The parameter of the URL. */
  name: string
  label: string
  options: readonly (readonly [value: string, label: string])[]
  /** The value in the URL; undefined selects the option without a value. */
  value: string | boolean | undefined
  onChange: () => void
}

/** A select of a filter form that follows the URL, also on back and forward. */
export function FilterSelect({ name, label, options, value, onChange }: FilterSelectProps) {
  const text = value === undefined ? "" : `${value}`
  return (
    <NativeSelect
      key={text}
      label={label}
      name={name}
      onChange={onChange}
      options={options}
      value={text}
    />
  )
}

type FilterToggleProps = { name: string; label: string; isOn: boolean; onChange: () => void }

/** A checkbox of a filter form that follows the URL, also on back and forward. */
export function FilterToggle({ name, label, isOn, onChange }: FilterToggleProps) {
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

/** Parameters of the URL that no field shows; undefined ones are left out. */
export function HiddenFields({ values }: { values: Record<string, string | undefined> }) {
  return Object.entries(values).map(([name, value]) =>
    value === undefined ? null : <input key={name} name={name} type="hidden" value={value} />,
  )
}

import { type ComponentProps, useId } from "react"

type NativeSelectProps = ComponentProps<"select"> & {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
}

/** A `select`, which forms need to work without JavaScript. */
export function NativeSelect({ label, options, value, ...rest }: NativeSelectProps) {
  const id = useId()
  return (
    <div className="relative grid gap-1.5 in-data-filters:max-sm:min-w-36 in-data-filters:max-sm:flex-auto">
      <label className="text-sm font-medium in-data-filters:max-sm:sr-only" htmlFor={id}>
        {label}
      </label>
      <select
        {...rest}
        className="min-h-12 w-full rounded-control border border-line-strong bg-surface px-3 text-base"
        defaultValue={value}
        id={id}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Prints rows under their headings, numbers to the right. */
export function printTable(title: string, headings: string[], rows: (string | number)[][]) {
  const lines = [headings, ...rows.map((row) => row.map(String))]
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length)),
  )
  const print = (line: string[]) =>
    console.log(
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return column === 0 ? cell.padEnd(width) : cell.padStart(width)
        })
        .join("  "),
    )
  console.log(`\n${title}`)
  print(headings)
  print(widths.map((width) => "-".repeat(width)))
  for (const line of lines.slice(1)) print(line)
}

export const formatRatio = (value: number, base: number) =>
  base === 0 ? "-" : (value / base).toFixed(2)

export const groupDigits = (value: number) => Math.round(value).toLocaleString("en-US")

export function median(values: readonly number[]) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const percentile = (values: readonly number[], part: number) => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

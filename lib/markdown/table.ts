/** A table of Markdown. Cells are Markdown without line breaks; a bar in them is escaped. */
export function writeTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [columns, columns.map(() => "---"), ...rows]
  return lines.map((cells) => `| ${cells.map(escapeBars).join(" | ")} |`).join("\n")
}

const escapeBars = (cell: string) => cell.replace(/(?<!\\)\|/g, "\\|")

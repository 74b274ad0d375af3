import Link from "next/link"
import type { ReactNode } from "react"
import { cn } from "./cn"
import { Icon } from "./icon"

export type Column<Row> = {
  key: string
  header: string
  /** An explanation beside the header, such as an InfoTip. */
  aside?: ReactNode
  align?: "left" | "right"
  /** Makes the header a sort link; `direction` is null while another column sorts. */
  sort?: { href: string; direction: "ascending" | "descending" | null }
  isHiddenOnPhone?: boolean
  /** Applies to the header and to every cell. */
  className?: string
  /** The row header for screen readers. */
  isRowHeader?: boolean
  cell: (row: Row) => ReactNode
}

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Rows highlight on hover; a link in a cell covers the row. */
  isInteractive?: boolean
  className?: string
}

/** A table with a sticky header; the sort order is in the URL. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isInteractive,
  className,
}: TableProps<Row>) {
  return (
    <section
      aria-label={caption}
      className={cn("overflow-x-auto rounded-control border border-line", className)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
    >
      <table className="figures w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 bg-sunken text-muted">
          <tr>
            {columns.map((column) => (
              <Header column={column} key={column.key} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              className={isInteractive ? "relative hover:bg-sunken" : undefined}
              key={rowKey(row)}
            >
              {columns.map((column) => (
                <Cell column={column} key={column.key} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Header<Row>({ column }: { column: Column<Row> }) {
  const { header, aside, align, sort, isHiddenOnPhone, className } = column
  return (
    <th
      aria-sort={sort ? (sort.direction ?? "none") : undefined}
      className={cn(
        "head-cell",
        align === "right" ? "text-right" : "text-left",
        isHiddenOnPhone && "max-sm:hidden",
        !sort && "py-2.5",
        className,
      )}
      scope="col"
    >
      <span className="inline-flex items-center gap-1">
        {sort ? (
          <Link
            className={cn(
              "inline-flex min-h-11 min-w-11 items-center gap-1 hover:text-ink",
              align === "right" && "justify-end",
              sort.direction && "text-ink",
            )}
            href={sort.href}
            scroll={false}
          >
            {header}
            {sort.direction && (
              <Icon name={sort.direction === "ascending" ? "up" : "down"} size={14} />
            )}
          </Link>
        ) : (
          header
        )}
        {aside}
      </span>
    </th>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { align, isHiddenOnPhone, isRowHeader, className, cell } = column
  const isWide = align === "right" && isHiddenOnPhone
  const classNames = isWide
    ? cn("wide-cell", className)
    : cn(
        "cell",
        align === "right" ? "text-right" : "text-left",
        isHiddenOnPhone && "max-sm:hidden",
        className,
      )
  return isRowHeader ? (
    <th className={cn(classNames, "font-normal")} scope="row">
      {cell(row)}
    </th>
  ) : (
    <td className={classNames}>{cell(row)}</td>
  )
}

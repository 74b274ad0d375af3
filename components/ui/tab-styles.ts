/** Shared by Tabs and LinkTabs. */
export const tabStyles = {
  row: "flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]",
  tab: "-mb-px flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 border-b-2 px-3 text-sm font-medium whitespace-nowrap -outline-offset-2",
  current: "border-accent text-accent",
  other: "border-transparent text-muted hover:text-ink",
}

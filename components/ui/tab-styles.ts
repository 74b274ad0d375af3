/** Shared by Tabs and LinkTabs. */
export const tabStyles = {
  row: "flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]",
  tab: "tab",
  current: "border-accent text-accent",
  other: "border-transparent text-muted hover:text-ink",
}

export const colours = [
  { token: "water", use: "page background" },
  { token: "surface", use: "cards, header, fields" },
  { token: "sunken", use: "areas inside cards: table headers, placeholders" },
  { token: "raised", use: "the selected option in a sunken area" },
  { token: "line", use: "separators; not borders of controls" },
  { token: "line-strong", use: "borders of fields and buttons" },
  { token: "ink", use: "text" },
  { token: "muted", use: "secondary text" },
  { token: "accent", use: "links, the primary button, focus" },
  { token: "kelp", use: "gains, success" },
  { token: "coral", use: "losses, failure" },
  { token: "sand", use: "warnings" },
  { token: "deep", use: "banners and preview images" },
] as const

export const sizes = [
  { name: "Grid", value: "4 px" },
  { name: "Between cards", value: "20 px" },
  { name: "Inside a card", value: "16 px, from 640 px wide 20 px" },
  { name: "Card radius", value: "14 px" },
  { name: "Control radius", value: "10 px" },
  { name: "Touch target", value: "at least 44 × 44 px" },
  { name: "Narrowest screen", value: "360 px, without horizontal scrolling" },
  { name: "Widest content", value: "1,280 px" },
  { name: "Motion", value: "150 to 200 ms; none with reduced motion" },
] as const

export const rules = [
  {
    title: "Amounts are rounded against the trader",
    text: "Balances and values are rounded down, payments are rounded up, and all digits appear on hover.",
  },
  {
    title: "Stale data is marked",
    text: "While the index lags or the connection is lost, a bar says so and figures are greyed out, but stay.",
  },
  {
    title: "Layout does not shift",
    text: "Placeholders have the size of their content, and live lists do not move under pointer or focus.",
  },
  {
    title: "One primary button",
    text: "A view has one filled button, for the next step. Other actions are outlined buttons or links.",
  },
  {
    title: "Transactions are explained first",
    text: "What is signed, what it costs and what happens next are stated above the button.",
  },
  {
    title: "Every error has a remedy",
    text: "An error message says what went wrong and what to do, and has a code for reports.",
  },
  {
    title: "Empty states lead on",
    text: "An empty list says what will appear there, with a button that leads to it.",
  },
  {
    title: "State is in the URL",
    text: "Filters, sorting and tabs can be shared as a link, and the back button undoes them.",
  },
  {
    title: "Everything works with the keyboard",
    text: "Focus follows reading order with a visible ring of 3 px; Escape closes, Enter submits, ⌘K searches.",
  },
  {
    title: "Charts have text",
    text: "A chart has a summary and a table. Icons beside a label are hidden from screen readers.",
  },
] as const

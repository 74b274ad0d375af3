export const colours = [
  { token: "water", use: "what the page lies on" },
  { token: "surface", use: "cards, header, fields" },
  { token: "sunken", use: "what lies deeper than a card: table heads, resting places" },
  { token: "raised", use: "what is chosen among what lies deeper" },
  { token: "line", use: "separates, never encloses what can be pressed" },
  { token: "line-strong", use: "encloses fields and buttons" },
  { token: "ink", use: "text" },
  { token: "muted", use: "text of the second rank" },
  { token: "accent", use: "the lagoon: links, the one main button, focus" },
  { token: "kelp", use: "up, done" },
  { token: "coral", use: "down, failed" },
  { token: "sand", use: "take care" },
  { token: "deep", use: "the open sea: pictures that carry the name" },
] as const

export const sizes = [
  { name: "Grid", value: "4 px" },
  { name: "Between cards", value: "20 px" },
  { name: "Inside a card", value: "16 px, from 640 px wide 20 px" },
  { name: "Corner of a card", value: "14 px" },
  { name: "Corner of a control", value: "10 px" },
  { name: "What a finger presses", value: "at least 44 × 44 px" },
  { name: "Narrowest screen", value: "360 px, without sideways scrolling" },
  { name: "Widest content", value: "1,280 px" },
  { name: "Movement", value: "150 to 200 ms; none where less motion is asked for" },
] as const

export const rules = [
  {
    title: "Numbers are never better than they are",
    text: "Amounts and values are rounded down, what one pays is rounded up, and all digits appear on hover.",
  },
  {
    title: "A number says when it is old",
    text: "While the index lags or the connection is lost a bar says so, figures pale, and nothing disappears.",
  },
  {
    title: "Nothing moves under the hand",
    text: "Places are held before their content comes, and live lists hold still under pointer and focus.",
  },
  {
    title: "One main button",
    text: "A view has one filled button: the next step. Everything else is outlined or a link.",
  },
  {
    title: "Money is asked for in plain words",
    text: "What is signed, what it costs and what happens next stand above the button, in one sentence each.",
  },
  {
    title: "Every refusal has a remedy",
    text: "An error is a sentence, one thing to do, and a code to look it up by.",
  },
  {
    title: "Empty places lead on",
    text: "Where there is nothing yet, one line says what will be there and one button leads to it.",
  },
  {
    title: "The address is the state",
    text: "Filters, sorting and tabs are in the URL: they can be shared, and going back undoes them.",
  },
  {
    title: "The keyboard reaches everything",
    text: "In reading order, with a visible ring of 3 px; Escape closes, Enter does the main thing, ⌘K searches.",
  },
  {
    title: "Pictures have words",
    text: "A chart has a sentence and a table; a drawing beside a word is silent for screen readers.",
  },
] as const

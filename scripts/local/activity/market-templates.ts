import type { Question } from "../sample/markets/calls"

/** A market the bot may open, and how many hours it runs. */
type Template = { stem: string; hours: number; name: (n: number) => string; options?: string[] }

const TEMPLATES: readonly Template[] = [
  { stem: "HEAT", hours: 1, name: (n) => `Does heat ${n} of the Lagoon League go to extra time?` },
  {
    stem: "TOW",
    hours: 2,
    name: (n) => `Who wins tow race ${n} off Cape Lorn?`,
    options: ["Gannet", "Halcyon", "Isobar", "Kittiwake"],
  },
  { stem: "FOG", hours: 4, name: (n) => `Is the harbor light hidden by fog on watch ${n}?` },
  {
    stem: "CATCH",
    hours: 6,
    name: (n) => `How many crates does the evening boat land on trip ${n}?`,
    options: ["Below 20", "20 to 39", "40 to 59", "60 or more"],
  },
  {
    stem: "BUOY",
    hours: 3,
    name: (n) => `Does buoy ${n} report more than 2 m before its next call?`,
  },
  {
    stem: "DUEL",
    hours: 1,
    name: (n) => `Harbor chess, board ${n}: who wins?`,
    options: ["White", "Black", "Drawn"],
  },
]

/** The `count`-th market the bot opens. */
export function createQuestion(count: number): { question: Question; hours: number } {
  const template = TEMPLATES[count % TEMPLATES.length]
  if (!template) throw new Error("There are no questions to open")
  const { stem, hours, name, options = ["Yes", "No"] } = template
  const terms = { isPrivate: false, isEvent: false, seed: 50, options }
  return { hours, question: { ...terms, symbol: `${stem}${count}`, name: name(count) } }
}

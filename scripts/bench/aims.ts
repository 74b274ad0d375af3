import { appendFileSync } from "node:fs"
import { printTable } from "./table"

/** A figure of a bench with the bound it is to keep: at most, or at least. */
export type Aim = { name: string; value: number } & (
  | { most: number; least?: undefined }
  | { least: number; most?: undefined }
)

/** A figure that could not be measured is missed as well. */
export const isMet = ({ value, most, least }: Aim) =>
  most === undefined ? value >= least : value <= most

/** An aim in a table: its name, the figure, the bound, and whether it is met. */
type AimRow = [name: string, value: string, aim: string, verdict: "met" | "missed"]

/**
 * Prints what was aimed at and what was reached. A missed aim makes the process fail when it ends. Benches that are run
 * together leave their judgements in the file of `BENCH_AIMS` for the summary.
 */
export function judgeAims(aims: readonly Aim[]) {
  const rows = aims.map(
    (aim): AimRow => [
      aim.name,
      round(aim.value),
      aim.most === undefined ? `at least ${round(aim.least)}` : `at most ${round(aim.most)}`,
      isMet(aim) ? "met" : "missed",
    ],
  )
  printTable("Aims", ["figure", "value", "aim", ""], rows)
  const file = process.env.BENCH_AIMS
  if (file) for (const row of rows) appendFileSync(file, `${JSON.stringify(row)}\n`)
  if (!aims.every(isMet)) process.exitCode = 1
}

/** What `judgeAims` wrote into the file of a bench, in which nothing stands where it has no aims. */
export const parseAimRows = (text: string): AimRow[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))

/** What a bench came to: its aims, and whether it ran to its end. */
export type BenchResult = { bench: string; code: number; judgements: readonly AimRow[] }

/** One line for each bench, then the aims that are missed. Answers how the whole is to end. */
export function printSummary(results: readonly BenchResult[]): 0 | 1 {
  const lines = results.map(({ bench, code, judgements }) => {
    const missed = judgements.filter(isMissed).length
    const ended = code === 0 || missed > 0 ? "" : `failed (${code})`
    return [bench, judgements.length - missed, missed, ended]
  })
  printTable("Summary", ["bench", "aims met", "missed", ""], lines)
  const missed = results.flatMap(({ bench, judgements }) =>
    judgements.filter(isMissed).map(([name, value, aim]) => [bench, name, value, aim]),
  )
  if (missed.length > 0) printTable("Missed", ["bench", "figure", "value", "aim"], missed)
  return results.every(({ code }) => code === 0) ? 0 : 1
}

const isMissed = ([, , , verdict]: AimRow) => verdict === "missed"

/** Three digits, or all of a larger number's. */
const round = (value: number) =>
  Math.abs(value) >= 100 ? `${Math.round(value)}` : `${Number(value.toPrecision(3))}`

import { printTable } from "./table"

/** A figure of a bench with the bound it is to keep: at most, or at least. */
export type Aim = { name: string; value: number } & (
  | { most: number; least?: undefined }
  | { least: number; most?: undefined }
)

/** A figure that could not be measured is missed as well. */
export const isMet = ({ value, most, least }: Aim) =>
  most === undefined ? value >= least : value <= most

/** Prints what was aimed at and what was reached. A missed aim makes the process fail when it ends. */
export function judgeAims(aims: readonly Aim[]) {
  const rows = aims.map((aim) => [
    aim.name,
    round(aim.value),
    aim.most === undefined ? `at least ${round(aim.least)}` : `at most ${round(aim.most)}`,
    isMet(aim) ? "met" : "missed",
  ])
  printTable("Aims", ["figure", "value", "aim", ""], rows)
  if (!aims.every(isMet)) process.exitCode = 1
}

/** Three digits, or all of a larger number's. */
const round = (value: number) =>
  Math.abs(value) >= 100 ? `${Math.round(value)}` : `${Number(value.toPrecision(3))}`

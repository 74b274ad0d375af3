import type { Warning } from "./plan"
import { type ActionInput, actions } from "./registry"

/** Names of other services for the same field. */
const OTHER_NAMES: Readonly<Record<string, string | undefined>> = {
  outcome: "outcomeId",
  address: "wallet",
}

/** Longer or stranger names are not repeated: they could be texts. */
const PLAIN_NAME = /^\w{1,40}$/
const MOST_NAMES = 5
const MOST_EDITS = 2
/** Names that begin alike mean the same: slippageBps, slippagePercent. */
const MOST_STEM = 7

/**
 * Unknown fields are ignored, as in every body. The warning names the field that was probably meant, because an
 * ignored bound costs money.
 */
export function warnOfIgnoredFields(
  { action: name }: ActionInput,
  ignored: readonly string[],
): Warning[] {
  const fields = Object.keys(actions.find((each) => each.name === name)?.schema.shape ?? {})
  return ignored
    .filter((field) => PLAIN_NAME.test(field))
    .slice(0, MOST_NAMES)
    .map((field) => {
      const near = findNear(field, fields)
      const meant = near ? `. Is \`${near}\` meant?` : `, whose fields are ${fields.join(", ")}.`
      return {
        code: "UNKNOWN_FIELD",
        message: `\`${field}\` is ignored: it is no field of ${name}${meant}`,
      }
    })
}

function findNear(field: string, fields: readonly string[]): string | undefined {
  const other = OTHER_NAMES[field]
  if (other !== undefined && fields.includes(other)) return other
  const text = normalize(field)
  const related = fields.find(
    (each) => text.slice(0, MOST_STEM) === normalize(each).slice(0, MOST_STEM),
  )
  return (
    related ??
    fields
      .map((each) => ({ each, edits: countEdits(text, normalize(each)) }))
      .filter(({ each, edits }) => edits <= Math.min(MOST_EDITS, each.length / 3))
      .sort((a, b) => a.edits - b.edits)[0]?.each
  )
}

const normalize = (name: string) => name.replaceAll("_", "").toLowerCase()

/** Letters to insert, remove or replace (Levenshtein). */
function countEdits(from: string, to: string): number {
  let row = [...Array(to.length + 1).keys()]
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

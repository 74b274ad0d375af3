import { parseArgs } from "node:util"
import { UserError } from "@/scripts/local/report.mjs"

export const PART_NAMES = ["check", "contracts", "unit", "pages"] as const

export type PartName = (typeof PART_NAMES)[number]

export type Options = { parts: readonly PartName[]; isDeep: boolean; onlyChanged: boolean }

const HELP = `Parts are ${PART_NAMES.join(", ")}; options are --deep and --changed.`

/** What follows `npm test --`: parts to run, all unless named, and how. */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args)
  const unknown = positionals.find((name) => !isPartName(name))
  if (unknown !== undefined) throw new UserError(`There is no part "${unknown}".`, HELP)
  const named = PART_NAMES.filter((name) => positionals.includes(name))
  return {
    parts: named.length > 0 ? named : PART_NAMES,
    isDeep: values.deep,
    onlyChanged: values.changed,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        deep: { type: "boolean", default: false },
        changed: { type: "boolean", default: false },
      },
    })
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : `${error}`, HELP)
  }
}

const isPartName = (name: string): name is PartName => PART_NAMES.some((known) => known === name)

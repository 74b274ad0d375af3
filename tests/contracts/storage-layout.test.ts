import { readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { z } from "zod"
import { compileAll, compilerInput, solidityFiles } from "@/scripts/contracts/solidity.mjs"
import { generatedAbis } from "./generated"

const variable = z.object({
  label: z.string(),
  slot: z.string(),
  offset: z.number(),
  type: z.string(),
})

const storageLayout = z.object({
  storage: z.array(variable),
  types: z.nullable(
    z.record(
      z.string(),
      z.object({
        label: z.string(),
        key: z.string().optional(),
        value: z.string().optional(),
        base: z.string().optional(),
        members: z.array(variable).optional(),
      }),
    ),
  ),
})
type StorageLayout = z.output<typeof storageLayout>

const fixture = path.resolve("tests/contracts/fixtures/storage-layout.json")
const expected = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(fixture, "utf8")))

// `scripts/local/upgrade-contracts.ts` puts new code on kept local chains: a variable that moves would read what another
// one has stored. New variables and fields may only be appended; then the fixture gets new lines at the same places.
test("every variable and field stays at its storage slot", async () => {
  const input = compilerInput(solidityFiles("contracts/src"))
  const outputSelection = { "*": { "*": ["storageLayout"] } }
  const { contracts } = compileAll({ ...input, settings: { ...input.settings, outputSelection } })
  const names = new Set(Object.keys(await generatedAbis()))
  const found = Object.values(contracts)
    .flatMap((inFile) => Object.entries(inFile ?? {}))
    .filter(([name]) => names.has(name))
    .map(([name, output]) => [name, linesOf(storageLayout.parse(output?.storageLayout))])
  expect(Object.fromEntries(found)).toEqual(expected)
})

/** One line for each variable, without the compiler's ids and the contract that declares a struct. */
function linesOf({ storage, types }: StorageLayout): string[] {
  const typeText = (id: string): string => {
    const type = types?.[id]
    if (!type) throw new Error(`${id} is not described`)
    if (type.key && type.value) return `mapping(${typeText(type.key)} => ${typeText(type.value)})`
    if (type.base) return `${typeText(type.base)}${type.label.slice(type.label.lastIndexOf("["))}`
    if (type.members) return `struct { ${type.members.map(line).join("; ")} }`
    return type.label
  }
  const line = ({ slot, offset, label, type }: z.output<typeof variable>) =>
    `${slot}+${offset} ${label}: ${typeText(type)}`
  return storage.map(line)
}

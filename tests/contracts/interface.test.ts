import type { AbiParameter } from "viem"
import { expect, test } from "vitest"
import { z } from "zod"
import { compileAll, compilerInput, solidityFiles } from "@/scripts/contracts/solidity.mjs"
import { generatedAbis } from "./generated"

// Clients speak these interfaces without being rebuilt: an addition is safe, every other change of the fixture breaks
// them. docs/contracts.md says how to write the fixtures.
test("every contract has the functions, events and errors that clients know", async () => {
  const abis = Object.entries(await generatedAbis())
  const found = abis.map(([name, abi]): [string, string[]] => [name, abi.map(signatureOf).sort()])
  await expect(toJson(found)).toMatchFileSnapshot("fixtures/abi.json")
})

// `scripts/local/upgrade-contracts.ts` puts new code on kept local chains: a variable that moves would read the value of
// another one. Variables and fields may be appended, and private ones renamed.
test("every variable and field stays at its storage slot", async () => {
  const input = compilerInput(solidityFiles("contracts/src"))
  const outputSelection = { "*": { "*": ["storageLayout"] } }
  const { contracts } = compileAll({ ...input, settings: { ...input.settings, outputSelection } })
  const names = new Set(Object.keys(await generatedAbis()))
  const found = Object.values(contracts)
    .flatMap((inFile) => Object.entries(inFile ?? {}))
    .filter(([name]) => names.has(name))
    .map(([name, output]): [string, string[]] => [name, linesOf(output?.storageLayout)])
  await expect(toJson(found)).toMatchFileSnapshot("fixtures/storage-layout.json")
})

function toJson(entries: [string, string[]][]): string {
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

type Item = Awaited<ReturnType<typeof generatedAbis>>[string][number]

function signatureOf(item: Item): string {
  if (item.type === "fallback" || item.type === "receive") return item.type
  const inputs = parametersOf(item.inputs)
  if (item.type === "constructor") return `constructor${inputs} ${item.stateMutability}`
  if (item.type !== "function") return `${item.type} ${item.name}${inputs}`
  const outputs = item.outputs.length > 0 ? ` returns ${parametersOf(item.outputs)}` : ""
  return `function ${item.name}${inputs} ${item.stateMutability}${outputs}`
}

type Parameter = AbiParameter & { indexed?: boolean; components?: readonly AbiParameter[] }

function parametersOf(parameters: readonly Parameter[]): string {
  const texts = parameters.map(({ type, components, indexed, name }) => {
    const typeName = components ? `${parametersOf(components)}${type.slice("tuple".length)}` : type
    return [typeName, ...(indexed ? ["indexed"] : []), ...(name ? [name] : [])].join(" ")
  })
  return `(${texts.join(", ")})`
}

const variable = z.object({
  label: z.string(),
  slot: z.string(),
  offset: z.number(),
  type: z.string(),
})

const storageType = z.object({
  label: z.string(),
  key: z.string().optional(),
  value: z.string().optional(),
  base: z.string().optional(),
  members: z.array(variable).optional(),
})

const storageLayout = z.object({
  storage: z.array(variable),
  types: z.nullable(z.record(z.string(), storageType)),
})

/** One line for each variable, without the compiler's ids and the contract that declares a struct. */
function linesOf(layout: unknown): string[] {
  const { storage, types } = storageLayout.parse(layout)
  const typeText = (id: string): string => {
    const type = types?.[id]
    if (!type) throw new Error(`The compiler does not describe ${id}`)
    if (type.key && type.value) return `mapping(${typeText(type.key)} => ${typeText(type.value)})`
    if (type.base) return `${typeText(type.base)}${type.label.slice(type.label.lastIndexOf("["))}`
    if (type.members) return `struct { ${type.members.map(line).join("; ")} }`
    return type.label
  }
  const line = ({ slot, offset, label, type }: z.output<typeof variable>) =>
    `${slot}+${offset} ${label}: ${typeText(type)}`
  return storage.map(line)
}

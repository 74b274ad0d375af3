/** @module-tag long */
import type { AbiParameter } from "viem"
import { expect, test } from "vitest"
import { generatedAbis } from "./generated"

// Clients speak these interfaces without being rebuilt: an addition is safe, every other change of the fixture breaks
// them. docs/contracts.md says how to write the fixtures.
test("every contract has the functions, events and errors that clients know", async () => {
  const abis = Object.entries(await generatedAbis())
  const signatures = abis.map(([name, abi]): [string, string[]] => [
    name,
    abi.map(signatureOf).sort(),
  ])
  await expect(toJson(signatures)).toMatchFileSnapshot("fixtures/abi.json")
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

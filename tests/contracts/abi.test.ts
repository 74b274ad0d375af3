import { readFileSync } from "node:fs"
import path from "node:path"
import type { AbiParameter } from "viem"
import { expect, test } from "vitest"
import { z } from "zod"
import { generatedAbis } from "./generated"

const fixture = path.resolve("tests/contracts/fixtures/abi.json")
const expected = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(fixture, "utf8")))

// Clients speak this interface without being rebuilt. A change of the fixture is a change of the interface: an addition
// is safe, everything else breaks them.
test("every contract has the functions, events and errors that clients know", async () => {
  const abis = Object.entries(await generatedAbis())
  const found = abis.map(([name, abi]) => [name, abi.map(signatureOf).sort()])
  expect(Object.fromEntries(found)).toEqual(expected)
})

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

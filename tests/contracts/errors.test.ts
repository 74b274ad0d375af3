import { readFileSync } from "node:fs"
import { encodeErrorResult } from "viem"
import { expect, test } from "vitest"
import { errorsAbi } from "@/lib/chain/generated/errors"
import { contractErrors } from "@/lib/errors/contracts"
import { explainRevert } from "@/lib/errors/revert-reason"
import { solidityFiles } from "@/scripts/contracts/solidity.mjs"
import { generatedAbis } from "./generated"

const declared = new Set(
  Object.values(await generatedAbis()).flatMap((abi) =>
    abi.flatMap((item) => (item.type === "error" ? [item.name] : [])),
  ),
)

test("every custom error of a generated ABI has a text", () => {
  expect([...declared].filter((name) => !contractErrors[name])).toEqual([])
})

test("no text belongs to a removed error", () => {
  expect(Object.keys(contractErrors).filter((name) => !declared.has(name))).toEqual([])
})

test("the combined ABI contains every custom error once", () => {
  expect(errorsAbi.map((item) => item.name).sort()).toEqual([...declared].sort())
})

/**
 * Declared by OpenZeppelin where our contracts cannot come: a second mint of an id, a domain with extensions, amounts beyond
 * what there can be of a token.
 */
const UNREACHABLE = new Set([
  ...["ERC721InvalidSender", "ERC5267ExtensionsNotSupported", "SafeCastOverflowedIntDowncast"],
  ...["SafeCastOverflowedUintDowncast", "SafeCastOverflowedUintToInt"],
])

test("every custom error is expected by a test of the contracts", () => {
  const tests = solidityFiles("contracts/test").map((file) => readFileSync(file, "utf8"))
  const expected = new Set(tests.join().match(/(?<=\.)\w+(?=\.selector)/g))
  expect([...declared].filter((name) => !expected.has(name) && !UNREACHABLE.has(name))).toEqual([])
})

test("every text has a sentence and a remedy", () => {
  for (const [name, { sentence, remedy }] of Object.entries(contractErrors)) {
    expect(sentence, name).toMatch(/^[A-Z].{8,}\.$/)
    expect(remedy, name).toMatch(/^[A-Z].{8,}\.$/)
  }
})

test("revert data is explained by its error", () => {
  const data = encodeErrorResult({
    abi: errorsAbi,
    errorName: "InsufficientOutput",
    args: [1n, 2n],
  })
  expect(explainRevert(data)).toEqual({
    name: "InsufficientOutput",
    ...contractErrors.InsufficientOutput,
  })
})

test.each(["0x", "0x12345678", "0x08c379a0"] as const)("%s is not explained", (data) => {
  expect(explainRevert(data)).toBeNull()
})

import { expect, test } from "vitest"
import { parseMutedWallets } from "@/components/reef/muted-wallets"

const WALLET = `0x${"ab".repeat(20)}`

test.each([
  ["what was kept", { [WALLET]: "muted" }, { [WALLET]: "muted" }],
  ["blocked ones", { [WALLET]: "blocked" }, { [WALLET]: "blocked" }],
  ["no other word", { [WALLET]: "gone" }, {}],
  ["nobody who is no wallet", { nobody: "muted", "0x12": "muted" }, {}],
  ["no list", ["muted"], {}],
  ["nothing", null, {}],
])("reads %s of whom one has muted", (_, kept, expected) => {
  expect(parseMutedWallets(JSON.stringify(kept))).toEqual(expected)
})

test("reads nothing of what is no JSON", () => {
  expect(parseMutedWallets("{")).toEqual({})
})

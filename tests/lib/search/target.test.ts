import { describe, expect, test } from "vitest"
import { parseTarget } from "@/lib/search/target"

const ADDRESS = `0x${"aB".repeat(20)}`
const HASH = `0x${"Cd".repeat(32)}`

describe("a text is read as", () => {
  test.each([
    [ADDRESS, { kind: "address", address: ADDRESS.toLowerCase() }],
    [`  ${ADDRESS}\n`, { kind: "address", address: ADDRESS.toLowerCase() }],
    [
      `http://localhost:3000/tokens/${ADDRESS}`,
      { kind: "address", address: ADDRESS.toLowerCase() },
    ],
    [`https://x.example/a?b=${ADDRESS}&c=1`, { kind: "address", address: ADDRESS.toLowerCase() }],
    [`https://x.example/tx/${HASH}#log`, { kind: "hash", hash: HASH.toLowerCase() }],
    [HASH, { kind: "hash", hash: HASH.toLowerCase() }],
    ["0xAB", { kind: "prefix", prefix: "0xab", words: "0xAB" }],
    ["0xa", { kind: "words", words: "0xa" }],
    ["0xzz", { kind: "words", words: "0xzz" }],
    [`${ADDRESS}00`, { kind: "words", words: `${ADDRESS}00` }],
    [`${HASH}0`, { kind: "words", words: `${HASH}0` }],
    ["  deep kelp ", { kind: "words", words: "deep kelp" }],
    ["", { kind: "words", words: "" }],
  ])("%s", (text, target) => {
    expect(parseTarget(text)).toEqual(target)
  })
})

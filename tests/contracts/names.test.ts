/** @module-tag long */
import { createPublicClient, createTestClient, getAddress, parseAbi } from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import { findNameFault, isReserved, NAME_RULES, SYMBOL_RULES } from "@/lib/tokens/names/rules"
import { KINDS, KINDS_1, LETTERS, LETTERS_1 } from "@/lib/tokens/names/tables"
import { type Anvil, startAnvil } from "@/scripts/local/anvil"
import { compileHarness } from "@/tests/helpers/harness"
import { nodeTransport } from "@/tests/helpers/node-transport"
import { randomNumbers } from "./cases"

const SOURCE = "contracts/test/helpers/LabelHarness.sol"
const AT = getAddress("0x00000000000000000000000000000000000a7011")
const abi = parseAbi([
  "struct Answer { bool isName; bool isSymbol; bool isReserved; }",
  "function answers(string[] labels) pure returns (Answer[])",
])

let anvil: Anvil

beforeAll(async () => {
  const { runtime: bytecode } = compileHarness(SOURCE, "LabelHarness")
  anvil = await startAnvil({ args: ["--gas-limit", "3000000000"] })
  await createTestClient({ mode: "anvil", transport: nodeTransport(anvil.url) }).setCode({
    address: AT,
    bytecode,
  })
})

afterAll(() => anvil.stop())

/** First and last code point of every run of a table, and the ones next to them. */
const edges = (table: string, plane: number, lengthMask: number) =>
  (table.match(/.{6}/g) ?? []).flatMap((entry) => {
    const first = plane * 0x10000 + Number.parseInt(entry.slice(0, 4), 16)
    const last = first + (Number.parseInt(entry.slice(4), 16) & lengthMask)
    return [first - 1, first, last, last + 1]
  })

const points = [
  ...Array.from({ length: 0x180 }, (_, point) => point),
  ...edges(KINDS, 0, 0x7f),
  ...edges(KINDS_1, 1, 0x7f),
  ...edges(LETTERS, 0, 0x1f),
  ...edges(LETTERS_1, 1, 0x1f),
  ...Array.from({ length: 0x400 }, (_, i) => 0x1d400 + i),
  0xfffd,
  0xfffe,
  0x2ffff,
  0x3fffd,
  0x40000,
  0xe0001,
  0xf0000,
  0x10fffd,
].filter((point) => point < 0xd800 || point > 0xdfff)

test("contract and rules.ts agree on every code point at the edge of a run", async () => {
  const chars = points.map((point) => String.fromCodePoint(point))
  // Alone, after a letter, and as each letter of the reserved names.
  const labels = chars.flatMap((char) => [
    char,
    `A${char}`,
    `${char}SDB`,
    `U${char}DB`,
    `US${char}B`,
    `USD${char}`,
    `${char}IDE`,
    `T${char}DE`,
    `TID${char}`,
  ])
  await compare(labels)
})

test("contract and rules.ts agree on names of difficult characters", async () => {
  const random = randomNumbers("names")
  const parts = ["A", " ", "e", "\u0301", "\u0323", "क", "\u093c", "\u0947", "\u0902", "\u200d"]
  parts.push("မ", "\u102d", "\u102f", "\u1037", "T", "І", "𝐃", "Е", "\u20dd", "珊", "🪸", "\ufe0f")
  const labels = Array.from({ length: 2_000 }, () =>
    Array.from({ length: 1 + Number(random(7n)) }, () => {
      return parts[Number(random(BigInt(parts.length)))]
    }).join(""),
  )
  await compare([...labels, "a".repeat(32), "a".repeat(33), "ä".repeat(64), "ä".repeat(65)])
})

test("names of many languages are accepted; blanks, joiners and stacked accents are not", () => {
  const names = ["Tiếng Việt", "Tie\u0302\u0301ng", "जड़ें", "ลูกน้ำ", "مُحَمَّد", "מִשְׁפָּט", "မြို့", "ရွှံ့"]
  names.push("བརྒྱུད", "珊瑚礁", "Ångström & Söhne", "🪸🐠", "Коралловый риф", "TLDE", "Tide pool")
  expect(names.filter((name) => findNameFault(name, NAME_RULES) !== null)).toEqual([])
  const faults = {
    "\u3164": "invisible",
    "TIDE\u00a0": "invisible",
    "A\u2800B": "invisible",
    "A\u{e0100}": "invisible",
    "❤\ufe0f": "invisible",
    "\ud800": "invisible",
    "A  B": "spaces",
    "A ": "spaces",
    "T\u0335\u0336\u0337": "marks",
    "\u0301A": "marks",
    "A \u0301": "marks",
    tide: "reserved",
    "U S D B": "reserved",
    USDВ: "reserved",
    ＴＩＤＥ: "reserved",
    T1DÉ: "reserved",
    τιdε: "reserved",
    𝐔𝐒𝐃𝐁: "reserved",
  }
  expect(Object.keys(faults).map((name) => [name, findNameFault(name, NAME_RULES)])).toEqual(
    Object.entries(faults),
  )
})

async function compare(labels: readonly string[]) {
  const client = createPublicClient({ transport: nodeTransport(anvil.url) })
  const said: unknown[] = []
  for (let from = 0; from < labels.length; from += 3_000) {
    const part = labels.slice(from, from + 3_000)
    const call = { address: AT, abi, functionName: "answers", args: [part] } as const
    said.push(...(await client.readContract(call)))
  }
  const isFine = (label: string, kind: typeof NAME_RULES | typeof SYMBOL_RULES) =>
    findNameFault(label, { ...kind, refusesReserved: false }) === null
  const twin = labels.map((label) => ({
    isName: isFine(label, NAME_RULES),
    isSymbol: isFine(label, SYMBOL_RULES),
    isReserved: isFine(label, NAME_RULES) && isReserved(label),
  }))
  expect(said).toHaveLength(labels.length)
  const different = labels.filter((_, i) => JSON.stringify(said[i]) !== JSON.stringify(twin[i]))
  expect(different.map((label) => [...label].map((c) => c.codePointAt(0)?.toString(16)))).toEqual(
    [],
  )
}

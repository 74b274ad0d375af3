import { expect, test } from "vitest"
import { WAD } from "@/lib/units"
import { checkBalance, parseBeneficiaries } from "@/lib/vesting/beneficiaries"
import { parseCsv } from "@/lib/vesting/csv"

const contracts = { token: `0x${"a".repeat(40)}`, vesting: `0x${"b".repeat(40)}` }
const [alice, bob] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`]
const parse = (text: string) => parseBeneficiaries(text, contracts)

test("lines become beneficiaries; header, empty lines, quotes and other separators are understood", () => {
  const text = `\uFEFFaddress,amount,memo\r\n${alice},1000,Team\r\n\r\n${bob}, 0.5 ,"May, ""first""\nhalf"\r\n`
  expect(parse(text)).toEqual({
    beneficiaries: [
      { wallet: alice, amount: 1_000n * WAD, memo: "Team" },
      { wallet: bob, amount: WAD / 2n, memo: 'May, "first"\nhalf' },
    ],
    total: 1_000n * WAD + WAD / 2n,
    errors: [],
    warnings: [],
  })
  expect(parse(`${alice};2`).total).toBe(2n * WAD)
  expect(parse(`${alice}\t3\ta "quoted" word`).beneficiaries[0]?.memo).toBe('a "quoted" word')
})

test("every wrong line is named by its number", () => {
  const lines = [
    "0x12,1",
    `0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed,1`,
    `${contracts.token},1`,
    `${alice}`,
    `${alice},1e3`,
    `${alice},0`,
    `${alice},0.0000000000000000001`,
    `${alice},340282366920938463464`,
    `${alice},1,a,b`,
    `${alice},1,${"é".repeat(257)}`,
    `${alice},1,"open`,
  ]
  const { errors, beneficiaries } = parse(lines.join("\n"))
  expect(beneficiaries).toEqual([])
  expect(errors.map(({ line }) => line)).toEqual(lines.map((_, at) => at + 1))
  expect(errors.map(({ message }) => message.slice(0, 22))).toEqual([
    "Enter an address: 0x a",
    "The capital letters do",
    "This is the token’s co",
    "The amount is missing.",
    "Write the amount as 12",
    "The amount is 0.",
    "Write the amount as 12",
    "The amount is too larg",
    "More than three column",
    "A memo has at most 512",
    "A quotation mark is no",
  ])
})

test("a wallet twice is a warning; too many lines and too little balance are errors", () => {
  const twice = parse(`${alice},1\n${bob},1\n${alice},2`)
  expect(twice.errors).toEqual([])
  expect(twice.warnings).toEqual([
    { line: 3, message: "This wallet is also on line 1. It gets a schedule for each line." },
  ])
  const many = parse(`${alice},1\n`.repeat(501))
  expect(many.errors).toEqual([
    { line: null, message: "At most 500 lines at a time; these are 501." },
  ])
  expect(checkBalance(twice.total, 4n * WAD, "TIDE")).toBeNull()
  expect(checkBalance(twice.total, 3n * WAD, "TIDE")).toBe(
    "The amounts add up to 4 TIDE; the wallet has 3.",
  )
})

test("records keep the line they begin on", () => {
  const { records } = parseCsv('a,"1\n2"\n\nb,c')
  expect(records).toEqual([
    { line: 1, cells: ["a", "1\n2"] },
    { line: 4, cells: ["b", "c"] },
  ])
  expect(parseCsv("").records).toEqual([])
})

import { expect, test } from "vitest"
import { checkWallet } from "@/lib/vesting/wallet-check"

const contracts = { token: `0x${"a".repeat(40)}`, vesting: `0x${"b".repeat(40)}` }
const check = (text: string) => checkWallet(text, contracts)

test("a beneficiary is an address that can claim, with letters that fit its checksum", () => {
  expect(check("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")).toBeNull()
  expect(check("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed")).toBeNull()
  expect(check("0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED")).toBeNull()
  expect(check("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed")).toMatch(/a character is wrong/)
  expect(check("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae")).toMatch(/^Enter an address/)
  expect(check(`0x${"0".repeat(40)}`)).toMatch(/^The zero address/)
  expect(check(contracts.token)).toMatch(/^This is the token’s contract/)
  expect(check(contracts.vesting.toUpperCase().replace("X", "x"))).toMatch(/^This is the vesting/)
})

import { expect, test } from "vitest"
import { canClaim, listRequirements } from "@/app/faucet/_parts/claim-requirements"

const READY = { hasWallet: true, isWrongChain: false, feeWei: 1n, waitSeconds: 0 }

const states = (claimant: Parameters<typeof listRequirements>[0]) =>
  Object.fromEntries(listRequirements(claimant).map(({ id, state }) => [id, state]))

test("a wallet on the chain with ETH and without a claim today can claim", () => {
  expect(states(READY)).toEqual({ wallet: "met", chain: "met", fee: "met", wait: "met" })
  expect(canClaim(listRequirements(READY))).toBe(true)
})

test.each([
  [{ isWrongChain: true }, { chain: "unmet" }],
  [{ feeWei: 0n }, { fee: "unmet" }],
  [{ waitSeconds: 1 }, { wait: "later" }],
  [{ feeWei: undefined }, { fee: "unknown" }],
  [{ waitSeconds: undefined }, { wait: "unknown" }],
])("nobody may with %o", (worse, expected) => {
  const claimant = { ...READY, ...worse }
  expect(states(claimant)).toMatchObject(expected)
  expect(canClaim(listRequirements(claimant))).toBe(false)
})

test("requirements are unknown without a wallet", () => {
  const nobody = { ...READY, hasWallet: false }
  expect(states(nobody)).toEqual({
    wallet: "unknown",
    chain: "unknown",
    fee: "unknown",
    wait: "unknown",
  })
})

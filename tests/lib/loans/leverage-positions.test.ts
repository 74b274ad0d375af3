import { beforeEach, expect, test } from "vitest"
import { findLeveragePositions } from "@/lib/loans/leverage-positions"
import { insertLoanEvent } from "@/tests/helpers/loan-rows"
import { addressOf, emptyTables, insertToken } from "@/tests/helpers/rows"

const wallet = addressOf(5)

beforeEach(emptyTables)

test("lists a wallet's positions alone, open ones first, and knows the repaid ones", async () => {
  const { address: token } = await insertToken({ symbol: "KELP" })
  const common = { wallet, source: "leverage" as const, token }
  for (const loanId of [1, 2, 3]) await insertLoanEvent({ ...common, loanId })
  await insertLoanEvent({ ...common, loanId: 1, action: "repaid", active: false })
  await insertLoanEvent({ ...common, loanId: 3, action: "partial_sell", active: false })
  await insertLoanEvent({ ...common, loanId: 9, source: "hub" })
  await insertLoanEvent({ ...common, wallet: addressOf(6), loanId: 8 })
  const positions = await findLeveragePositions(wallet)
  expect(positions.map(({ loan, isRepaid }) => [loan.loanId, loan.active, isRepaid])).toEqual([
    [2, true, false],
    [3, false, false],
    [1, false, true],
  ])
  // Without a node there are no figures of the contract.
  expect(positions[0]).toMatchObject({ facts: null, value: null, loan: { symbol: "KELP" } })
})

test("is empty for a wallet without positions", async () => {
  expect(await findLeveragePositions(wallet)).toEqual([])
})

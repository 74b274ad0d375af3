import { beforeEach, expect, test, vi } from "vitest"
import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { findSupplyParts, getSupply } from "@/lib/tokens/supply-queries"
import { WAD } from "@/lib/units"
import { insertLoanEvent } from "@/tests/helpers/loan-rows"
import { addressOf, emptyTables, insertHolder, insertToken, MAIN } from "@/tests/helpers/rows"

// Without contracts for them the address book has zeros.
vi.mock("@/lib/chain/deployment", async (original) => {
  const loaded = await original<typeof import("@/lib/chain/deployment")>()
  const contracts = { vesting: `0x${"7e".repeat(20)}`, staking: `0x${"7a".repeat(20)}` }
  return { ...loaded, getDeployment: () => ({ ...loaded.getDeployment(), ...contracts }) }
})

beforeEach(emptyTables)

const user = addressOf(0xa1)

test("a token's supply is vesting, pledged or free", async () => {
  const { address } = await insertToken()
  const { vesting } = getDeployment()
  await insertHolder(address, vesting, 30n * WAD)
  await insertHolder(address, MAIN, 12n * WAD)
  await insertLoanEvent({ wallet: user, token: address, collateral: 10n * WAD, fullAmount: WAD })
  await insertLoanEvent({
    ...{ wallet: user, token: address, collateral: 5n * WAD, fullAmount: WAD, loanId: 2 },
    ...{ action: "repaid", active: false },
  })
  expect(await findSupplyParts({ address, supply: 100n * WAD })).toEqual({
    supply: 100n * WAD,
    vesting: 30n * WAD,
    vestingPledged: 0n,
    locked: 0n,
    // With what a liquidation left and nobody has claimed yet.
    pledged: 12n * WAD,
    lent: 0n,
    free: 58n * WAD,
    debt: WAD,
    loans: 1,
  })
})

test("TIDE is also in the vault, and behind loans on tokens", async () => {
  const { vesting, staking } = getDeployment()
  await insertHolder(MAIN, vesting, 1n)
  await insertHolder(MAIN, staking, 20n)
  await insertHolder(MAIN, MAIN, 50n)
  await insertLoanEvent({ wallet: user, token: MAIN, collateral: 40n, fullAmount: 7n })
  expect(await findSupplyParts({ address: MAIN, supply: 1_000n })).toMatchObject({
    ...{ vesting: 1n, locked: 20n, pledged: 40n, lent: 10n, free: 929n },
  })
})

test("what is vested and borrowed against is told apart from other collateral", async () => {
  const { address } = await insertToken()
  await insertHolder(address, MAIN, 50n)
  const loan = { wallet: user, token: address, fullAmount: 1n }
  await insertLoanEvent({ ...loan, source: "vesting", collateral: 30n })
  await insertLoanEvent({ ...loan, collateral: 15n, loanId: 2 })
  expect(await findSupplyParts({ address, supply: 100n })).toMatchObject({
    ...{ vesting: 0n, vestingPledged: 30n, pledged: 20n, free: 50n, loans: 2 },
  })
})

test("of a token nobody has bought nothing is taken", async () => {
  const { address } = await insertToken()
  expect(await findSupplyParts({ address, supply: 0n })).toMatchObject({ free: 0n, loans: 0 })
})

test("the database adds up open loans as they come, change and go", async () => {
  const [token, other] = [(await insertToken()).address, (await insertToken()).address]
  const added = () =>
    pool().query(`select token, count(*)::int as loans, sum(collateral)::text as collateral,
      sum(case source when 'vesting' then collateral else 0 end)::text as vesting_collateral,
      sum(full_amount)::text as full_amount
      from loan where active group by token order by token`)
  const stored = () => pool().query<{ loans: number }>("select * from open_loans order by token")
  const expectSame = async (loans: number) => {
    const { rows } = await stored()
    expect(rows).toEqual((await added()).rows)
    expect(rows.reduce((sum, row) => sum + row.loans, 0)).toBe(loans)
  }
  const loan = { wallet: user, token, fullAmount: 3n }
  await insertLoanEvent({ ...loan, collateral: 30n })
  await insertLoanEvent({ ...loan, collateral: 7n, source: "vesting", loanId: 2 })
  await insertLoanEvent({ ...loan, collateral: 5n, source: "leverage", loanId: 3, token: other })
  await expectSame(3)
  await insertLoanEvent({ ...loan, collateral: 50n, action: "increased" })
  await insertLoanEvent({ ...loan, collateral: 7n, action: "repaid", active: false, loanId: 2 })
  await expectSame(2)
  expect(await getSupply(token)).toMatchObject({ debt: 3n, loans: 1, vestingPledged: 0n })
  await pool().query("update loan set token = $1, active = true", [other])
  await expectSame(3)
  await pool().query("delete from loan where loan_id > 1")
  await expectSame(1)
  await pool().query("delete from loan")
  await expectSame(0)
})

test("a token that is not listed has no supply", async () => {
  await expect(getSupply(addressOf(0xdead))).rejects.toMatchObject({ code: "TOKEN_NOT_FOUND" })
})

import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  getAddress,
  type Log,
  type TransactionReceipt,
} from "viem"
import { describe, expect, test } from "vitest"
import { createLeverageRequest, readLeverageReceipt } from "@/components/loans/leverage/requests"
import { type PlatformContracts, toAddress } from "@/lib/chain/browser"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { leverageCalls } from "@/lib/loans/leverage-calls"
import type { LoanRecord } from "@/lib/loans/record"
import { WAD } from "@/lib/units"

const address = (byte: string) => toAddress(`0x${byte.repeat(20)}`)
const [usdb, mainToken, swap, token] = [address("01"), address("02"), address("03"), address("04")]
const [trader, taxes] = [address("aa"), address("05")]
const other = address("0f")

const contracts: PlatformContracts = {
  ...{ usdb, mainToken, swap, taxes, factory: other, marketTrading: other, privateMarket: other },
  ...{ resolver: other, reader: other, loanHub: other, leverage: other, vault: other },
  ...{ vesting: other, identityRegistry: other, reputationRegistry: other },
}

const decodeSwap = (data: `0x${string}`) => decodeFunctionData({ abi: swapAbi, data })
const decodeMain = (data: `0x${string}`) => decodeFunctionData({ abi: mainTokenAbi, data })

describe("createLeverageRequest", () => {
  const terms = {
    ...{ token, amount: 5n * WAD, days: 20n, percentage: 100n, title: "Buy" },
    ...{ minimumOut: 7n, minimumTokens: 0n },
  }

  test("buys through the router along the path, and approves exactly that", () => {
    const { call, approval, action } = createLeverageRequest(terms, 5n * WAD, contracts)
    const amount = `${5n * WAD}`
    expect(action).toEqual({ action: "leverage.open", token, amount, days: 20, percentage: 100 })
    expect(call.to).toBe(swap)
    const path = [usdb, mainToken, token].map((each) => getAddress(each))
    expect(decodeSwap(call.data)).toEqual({
      functionName: "leverageBuy",
      args: [5n * WAD, 7n, path, 20n],
    })
    expect(approval).toEqual({ token: usdb, spender: swap, amount: 5n * WAD })
  })

  test("leverages a part, and bounds both purchases", () => {
    const mixed = { ...terms, percentage: 3n, minimumTokens: 9n }
    const { call, approval, action } = createLeverageRequest(mixed, 5n * WAD, contracts)
    expect(action).toMatchObject({ action: "leverage.open", percentage: 3 })
    const path = [usdb, mainToken, token].map((each) => getAddress(each))
    expect(decodeSwap(call.data)).toEqual({
      functionName: "mixedBuy",
      args: [5n * WAD, 7n, 9n, path, 20n, 3n],
    })
    expect(approval).toEqual({ token: usdb, spender: swap, amount: 5n * WAD })
  })

  test("buys TIDE in its own pool", () => {
    const { call } = createLeverageRequest({ ...terms, token: mainToken }, 5n, contracts)
    expect(decodeSwap(call.data).args?.[2]).toEqual([usdb, mainToken].map((at) => getAddress(at)))
  })
})

describe("leverageCalls", () => {
  const calls = leverageCalls(contracts)
  const loan: LoanRecord = {
    ...{ source: "leverage", owner: trader, borrower: trader, coreId: 3n, hubId: null },
    token: { address: token, symbol: "KELP", name: "Kelp", image: null },
    ...{ collateral: 9n, debt: 8n, borrowed: 7n, createdAt: 0n, liquidationTime: 86_400n },
    ...{ liquidated: null, claim: null, isActive: true, isLiquidated: false },
  }

  test("repays to TIDE's contract, which pulls the debt", () => {
    const { call, approval } = calls.repay(loan)
    expect(call.to).toBe(mainToken)
    expect(decodeMain(call.data)).toEqual({ functionName: "RepayLoan", args: [3n, true] })
    expect(approval).toEqual({ token: usdb, spender: mainToken, amount: 8n })
  })

  test("approves the fee of an extension only where it is paid in USDB", () => {
    const extension = { addDays: 10n, payInUsdb: true, refinance: false, fee: 5n }
    const paid = calls.extend?.(loan, extension)
    const args = [3n, 10n, true, true, false, false]
    expect(paid && decodeMain(paid.call.data)).toEqual({ functionName: "ExtendLoan", args })
    expect(paid?.approval).toEqual({ token: usdb, spender: mainToken, amount: 5n })
    expect(calls.extend?.(loan, { ...extension, payInUsdb: false })?.approval).toBeUndefined()
  })

  test("closes parts through the router, and claims from TIDE's contract", () => {
    const sale = calls.sell?.(loan, 40n, 6n).call
    expect(sale?.to).toBe(swap)
    expect(sale && decodeSwap(sale.data).args).toEqual([3n, 40n, true, 6n])
    const claim = calls.claim?.(loan).call
    expect(claim && decodeMain(claim.data).args).toEqual([3n, true])
  })
})

describe("readLeverageReceipt", () => {
  const log = (at: string, topics: readonly unknown[], data: `0x${string}`) =>
    ({ address: at, topics, data }) as unknown as Log
  const transfer = (from: string, to: string, value: bigint) =>
    log(
      usdb,
      encodeEventTopics({
        abi: erc20Abi,
        eventName: "Transfer",
        args: { from: getAddress(from), to: getAddress(to) },
      }),
      encodeAbiParameters([{ type: "uint256" }], [value]),
    )
  const created = log(
    mainToken,
    encodeEventTopics({
      abi: mainTokenAbi,
      eventName: "LeverageCreated",
      args: { user: trader, loanId: 4n },
    }),
    encodeAbiParameters(
      [{ type: "address" }, ...Array.from({ length: 3 }, () => ({ type: "uint256" }))],
      [token, 90n, 80n, 86_400n],
    ),
  )
  const receipt = (...logs: Log[]) => ({ from: trader, logs }) as unknown as TransactionReceipt

  test("reads the position, and what stayed in it: paid, less what came back", () => {
    const logs = [
      transfer(trader, mainToken, 100n),
      created,
      transfer(mainToken, taxes, 7n),
      // The creator's part of the tax is no change.
      transfer(taxes, trader, 2n),
      transfer(mainToken, trader, 3n),
    ]
    expect(readLeverageReceipt(receipt(...logs), contracts)).toEqual({
      id: 4n,
      collateral: 90n,
      spent: 97n,
      expiresAt: new Date(86_400_000),
    })
  })

  test("is null without a position", () => {
    expect(readLeverageReceipt(receipt(transfer(trader, mainToken, 1n)), contracts)).toBeNull()
  })
})

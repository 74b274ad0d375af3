import {
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  type TransactionReceipt,
  zeroAddress,
} from "viem"
import { expect, test } from "vitest"
import { readTradeReceipt } from "@/components/swap/trade-request"
import { type PlatformContracts, toAddress } from "@/lib/chain/browser"

const at = (last: number) => toAddress(`0x${last.toString(16).padStart(40, "0")}`)
const [trader, token, stranger] = [at(1), at(2), at(3)]
const contracts = { usdb: at(10), swap: at(11), vesting: at(12) } as PlatformContracts

type Transfer = { asset?: `0x${string}`; from: `0x${string}`; to: `0x${string}`; value: bigint }

function receiptOf(transfers: readonly Transfer[]) {
  const logs = transfers.map(({ asset = token, from, to, value }) => ({
    address: asset,
    topics: encodeEventTopics({ abi: erc20Abi, eventName: "Transfer", args: { from, to } }),
    data: encodeAbiParameters([{ type: "uint256" }], [value]),
  }))
  return { from: trader, logs } as unknown as TransactionReceipt
}

const read = (transfers: readonly Transfer[]) =>
  readTradeReceipt(receiptOf(transfers), { side: "buy", token }, contracts)

const paid = { asset: contracts.usdb, from: trader, to: contracts.swap, value: 50n }

test("bought tokens are minted to the buyer", () => {
  const minted = { from: zeroAddress, to: trader, value: 49n }
  expect(read([paid, minted])).toEqual({ side: "buy", paid: 50n, received: 49n })
})

test("those of a token with autoVest are minted to the vesting contract", () => {
  const minted = { from: zeroAddress, to: contracts.vesting, value: 49n }
  const other = { from: stranger, to: contracts.vesting, value: 7n }
  expect(read([paid, minted, other])).toMatchObject({ paid: 50n, received: 49n })
})

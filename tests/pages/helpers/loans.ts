import {
  type Address,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  numberToHex,
} from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { chain, contracts, publicClient, send, syncTransaction } from "./chain"
import { stack } from "./stack"

const node = createTestClient({ chain, transport: http(stack.rpcUrl), mode: "anvil" })

/** `Books.loans` of LoanStore.sol: the member after the hub's address. */
const LOANS = 0x92035e5bcd2f16c02484e71eb5616160ca2a5e92e0789a132cd2fdb1f4cc1000n + 1n

const entryOf = (type: "address" | "uint256", key: Address | bigint, slot: Hex) =>
  keccak256(encodeAbiParameters([{ type }, { type: "bytes32" }], [key, slot]))

/** Bits of the first word of a loan: token, creation time, liquidation time, flags. */
const LIQUIDATION_BIT = 200n
const TIME_MASK = ((1n << 40n) - 1n) << LIQUIDATION_BIT

/** Ends the term of one loan now. The clock stays: the whole chain would notice another time. */
export async function expireLoan(borrower: Address, coreId: bigint): Promise<void> {
  const books = numberToHex(LOANS, { size: 32 })
  const index = entryOf("uint256", coreId, entryOf("address", borrower, books))
  const address = contracts.mainToken
  const word = BigInt((await publicClient.getStorageAt({ address, slot: index })) ?? 0)
  const { timestamp } = await publicClient.getBlock()
  const value = numberToHex((word & ~TIME_MASK) | (timestamp << LIQUIDATION_BIT), { size: 32 })
  await node.setStorageAt({ address, index, value })
}

/** Liquidates an expired core loan as anybody can; the service indexes it. */
export async function liquidate(by: PrivateKeyAccount, borrower: Address, coreId: bigint) {
  const args = [coreId, borrower, false] as const
  const data = encodeFunctionData({ abi: mainTokenAbi, functionName: "LiquidateLoan", args })
  const receipt = await send(by, contracts.mainToken, data)
  await syncTransaction(receipt.transactionHash)
  return receipt
}

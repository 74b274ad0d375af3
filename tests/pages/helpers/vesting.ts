import { type Address, encodeFunctionData, erc20Abi, parseEther } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { toAddress } from "@/lib/chain/browser"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { claimUsdb, contracts, freshAccount, publicClient, send, syncTransaction } from "./chain"
import { stack } from "./stack"

export const vesting = toAddress(stack.contracts.vesting)
const tide = contracts.mainToken
const SIZE = parseEther("50")

export async function buyTide(account: PrivateKeyAccount, amount: bigint) {
  const { usdb, swap } = contracts
  const approve = [swap, amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: approve })
  await send(account, usdb, data)
  const args = [amount, 0n, [usdb, tide], false] as const
  return send(account, swap, encodeFunctionData({ abi: swapAbi, functionName: "buyTokens", args }))
}

export const idsOf = (creator: Address) =>
  publicClient.readContract({
    address: vesting,
    abi: vestingAbi,
    functionName: "getVestingsByCreator",
    args: [creator],
  })

/** A schedule over a day, by the second, that begins at once; given by an account of its own. */
export async function giveSchedule(beneficiary: Address) {
  const giver = await freshAccount()
  await claimUsdb(giver)
  await buyTide(giver, parseEther("100"))
  const approve = [vesting, SIZE] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: approve })
  await send(giver, tide, data)
  const { timestamp } = await publicClient.getBlock()
  const memo = "Team <b>salary</b>"
  const args = [beneficiary, tide, SIZE, timestamp + 3n, 1n, 0, memo, tide] as const
  const create = encodeFunctionData({ abi: vestingAbi, functionName: "createGradualVesting", args })
  const { transactionHash } = await send(giver, vesting, create)
  await syncTransaction(transactionHash)
  const [id] = await idsOf(giver.address)
  if (id === undefined) throw new Error("No schedule was created")
  return id
}

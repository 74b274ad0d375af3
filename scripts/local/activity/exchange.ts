import {
  type Address,
  BaseError,
  ExecutionRevertedError,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint256,
  toHex,
} from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { WAD } from "@/lib/units"
import { OPERATOR } from "../accounts"
import { localClient, requireLocalNode, TIMEOUT_MS } from "../local-node"
import { rpc } from "../rpc"
import { ACTORS, type Actor, type Role } from "../sample/actors"
import type { RandomStream } from "../sample/random"
import { walletsOf } from "../sample/wallets"
import { waitForReceipt } from "../wait-for-receipt"

export type ExchangeOptions = {
  rpcUrl: string
  chainId: number
  book: AddressBook
  mnemonic: string
}

type Call = { to: Address; data: Hex }

export type Exchange = ReturnType<typeof openExchange>

export const SLIPPAGE_BASIS_POINTS = 200n
/** A grant of the operator lasts for so many payments. */
const PAYMENTS_PER_GRANT = 5n

/** The local chain as the sample's wallets see it. A wallet is its index under the mnemonic. */
export function openExchange({ rpcUrl, chainId, book, mnemonic }: ExchangeOptions) {
  const client = localClient(rpcUrl, chainId)
  const wallet = walletsOf(mnemonic)
  const usdb = getAddress(book.usdb)
  const addressOf = (index: number): Address => wallet(index).address

  /** Gas costs nothing here: the node gives a wallet the missing ether. */
  async function provideEther(address: Address) {
    if ((await client.getBalance({ address })) >= WAD) return
    await rpc(rpcUrl, "anvil_setBalance", [address, toHex(100n * WAD)])
  }

  /** Sends a call and waits until it is mined; false where the contracts would refuse it. */
  async function attempt(index: number, { to, data }: Call): Promise<boolean> {
    const account = wallet(index)
    await provideEther(account.address)
    try {
      const gas = await client.estimateGas({ account, to, data })
      const hash = await client.sendTransaction({ account, to, data, gas: (gas * 3n) / 2n })
      return (await waitForReceipt(client, hash, 4 * TIMEOUT_MS)).status === "success"
    } catch (error) {
      const isRefusal = (cause: unknown) => cause instanceof ExecutionRevertedError
      if (error instanceof BaseError && error.walk(isRefusal)) return false
      throw error
    }
  }

  const balanceOf = (index: number, token: Address): Promise<bigint> =>
    client.readContract({
      address: token,
      abi: usdbAbi,
      functionName: "balanceOf",
      args: [addressOf(index)],
    })

  /** Has a contract allowed to take a token of a wallet. */
  async function approve(index: number, token: Address, spender: Address, amount: bigint) {
    const allowance = await client.readContract({
      address: token,
      abi: usdbAbi,
      functionName: "allowance",
      args: [addressOf(index), spender],
    })
    const args = [spender, maxUint256] as const
    const data = encodeFunctionData({ abi: usdbAbi, functionName: "approve", args })
    if (allowance < amount) await attempt(index, { to: token, data })
  }

  return {
    book,
    client,
    addressOf,
    attempt,
    requireLocal: () => requireLocalNode(client, chainId),

    balanceOf,
    approve,

    /** Gives a wallet the USDB it lacks, and has a contract allowed to take it. */
    async fund(index: number, amount: bigint, spender: Address) {
      const money = await balanceOf(index, usdb)
      const args = [addressOf(index), PAYMENTS_PER_GRANT * amount] as const
      const data = encodeFunctionData({ abi: usdbAbi, functionName: "mint", args })
      if (money < amount) await attempt(OPERATOR, { to: usdb, data })
      await approve(index, usdb, spender, amount)
    },
  }
}

const STYLES: Record<Role, { size: number; weight: number }> = {
  creator: { size: 90, weight: 0.7 },
  whale: { size: 950, weight: 0.8 },
  swing: { size: 210, weight: 1.9 },
  small: { size: 38, weight: 1.4 },
  maker: { size: 65, weight: 1 },
}
const SIGMA = 0.7

/** Whoever acts next. */
export function drawActor(random: RandomStream): Actor {
  const actor = random.weighted(ACTORS, ({ role }) => STYLES[role].weight)
  if (!actor) throw new Error("The cast is empty")
  return actor
}

/** A trade's amount in USDB, as people type it: two digits, no less than the minimum. */
export function drawAmount(
  { role }: Actor,
  random: RandomStream,
  least: number,
  most = Number.POSITIVE_INFINITY,
): bigint {
  const usd = Math.min(most, Math.max(least, random.logNormal(STYLES[role].size, SIGMA)))
  const step = 10 ** Math.max(0, Math.floor(Math.log10(usd)) - 1)
  return BigInt(Math.max(least, Math.floor(usd / step) * step)) * WAD
}

export const toNumber = (amount: bigint) => Number(amount) / 1e18

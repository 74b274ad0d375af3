import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  toHex,
} from "viem"
import type { ChainState } from "./state"

/** State overrides of `eth_call` and `eth_simulateV1`, by address in lower case. */
export type Overrides = Record<Address, { balance?: Hex; code?: Hex; stateDiff?: Record<Hex, Hex> }>

/** Mappings of balances are looked for in the first slots of a token. */
const MOST_SLOTS = 12

/** An amount that no balance has by chance. */
const PROBE = 0x5a5a_5a5a_5a5a_5a5a_5a5an

/** The slot of the balances of a token, once it was found. */
const slots = new Map<Address, bigint>()

/** An override that gives a wallet an amount of a token; null when the token keeps balances in an unknown way. */
export async function overrideBalance(
  state: ChainState,
  token: Address,
  wallet: Address,
  amount: bigint,
): Promise<Overrides | null> {
  const slot = slots.get(token) ?? (await findBalanceSlot(state, token, wallet))
  if (slot === null) return null
  slots.set(token, slot)
  return { [token]: { stateDiff: { [keyOf(slot, wallet)]: toWord(amount) } } }
}

/** Tries the slots of a mapping from addresses to balances, as Solidity lays it out. */
async function findBalanceSlot(
  { client, block }: ChainState,
  token: Address,
  wallet: Address,
): Promise<bigint | null> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [wallet] })
  const candidates = Array.from({ length: MOST_SLOTS }, (_, index) => BigInt(index))
  const answers = await Promise.all(
    candidates.map((slot) => {
      const override = { [token]: { stateDiff: { [keyOf(slot, wallet)]: toWord(PROBE) } } }
      const params = [{ to: token, data }, toHex(block), override]
      return client.transport.request({ method: "eth_call", params }).catch(() => null)
    }),
  )
  return candidates.find((_, index) => answers[index] === toWord(PROBE)) ?? null
}

const keyOf = (slot: bigint, wallet: Address): Hex =>
  keccak256(encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [wallet, slot]))

const toWord = (amount: bigint): Hex => toHex(amount, { size: 32 })

import { type Address, type Hex, hexToBigInt, slice, toHex } from "viem"
import { expect } from "vitest"
import { buildTransactions } from "@/lib/actions/build"
import type { Asset } from "@/lib/actions/plan"
import { quotePlan } from "@/lib/actions/quote"
import { actionInput } from "@/lib/actions/registry"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { type Action, type Build, verifyBuild } from "@/sdk/src/client"
import { alice, type TestChain, treasury } from "@/tests/helpers/chain"

/** How long a quote is valid after the time of its block. */
const VALID_SECONDS = 30

/** What a wallet wants to do, as the API takes it. */
export type Wish = { action: string; wallet?: Address } & Record<string, unknown>

/** Does what is built for a wallet, in one block of the time that was quoted, and compares what came of it. */
export async function perform(chain: TestChain, { wallet = alice, ...wish }: Wish) {
  const input = actionInput.parse({ wallet, slippageBp: 0, ...wish })
  const { plan, state } = await quotePlan(input)
  const built = await buildTransactions(input)
  expect(built.quote.blockers, `${wish.action} is blocked`).toEqual([])
  expect(built.simulation, wish.action).toMatchObject({ ok: true, revert: null })
  verifyAsClient(chain, { slippageBp: 0, ...wish, wallet }, built)
  const hashes = await mineTogether(
    chain,
    wallet,
    built,
    built.quote.validUntil.getTime() / 1_000 - VALID_SECONDS,
  )
  const before = await readAmounts(chain, plan.assets, state.block)
  const after = await readAmounts(chain, plan.assets, state.block + 1n)
  const flows = plan.assets
    .map(({ id }, place) => [id, (after[place] ?? 0n) - (before[place] ?? 0n)] as const)
    .filter(([, change]) => change !== 0n)
  const quoted = [
    ...built.quote.in.map(({ asset, amount }) => [asset, -BigInt(`${amount}`)] as const),
    ...built.quote.out.map(({ asset, amount }) => [asset, BigInt(`${amount}`)] as const),
  ]
  expect(new Map(quoted), `${wish.action}: the quote`).toEqual(new Map(flows))
  const simulated = built.simulation.changes.map(({ asset, amount }) => [asset, BigInt(amount)])
  expect(new Map(simulated as [string, bigint][]), `${wish.action}: the simulation`).toEqual(
    new Map(flows),
  )
  for (const hash of hashes) await syncTransaction(hash)
  return { built, hashes }
}

/** A client that is asked to sign takes the transactions for what the action does, and for no other action. */
function verifyAsClient({ book }: TestChain, wish: Wish & { wallet: Address }, built: Built) {
  const toText = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value)
  const build: Build = JSON.parse(JSON.stringify(built, toText))
  const verify = (other: object) =>
    verifyBuild(build, {
      action: { ...wish, ...other } as Action,
      wallet: wish.wallet,
      book,
      maxNativeCost: 10n ** 18n,
    })
  verify({})
  expect(() => verify(DIFFERENT[wish.action] ?? OTHER_FIELDS), wish.action).toThrow(/Not signed/)
}

/** Every action names at least one of these. */
const OTHER_FIELDS = {
  ...{ token: treasury, market: treasury, spender: treasury, beneficiary: treasury },
  ...{ amount: "987654321", loanId: 99, vestingId: 99, roundIds: [99], orderId: 99 },
}

/** Actions that name none of them. */
const DIFFERENT: Readonly<Record<string, object>> = {
  "loan.repay": { source: "vesting", loanId: 99 },
  "token.launch": { name: "Another" },
  "market.create": { name: "Another?" },
  "faucet.claim": { referrer: treasury },
  "agent.register": { name: "Another" },
}

type Built = Awaited<ReturnType<typeof buildTransactions>>

async function mineTogether(chain: TestChain, from: Address, built: Built, time: number) {
  await chain.call("evm_setAutomine", false)
  const hashes: Hex[] = []
  try {
    for (const { to, data, value, gas, nonce } of built.transactions) {
      const quantity = (amount: unknown) => toHex(BigInt(`${amount}`))
      const call = { from, to, data, value: quantity(value), gas: quantity(gas) }
      const hash = await chain.call("eth_sendTransaction", { ...call, nonce: toHex(nonce) })
      hashes.push(hash as Hex)
    }
    await chain.call("evm_setNextBlockTimestamp", time)
    await chain.call("evm_mine")
  } finally {
    await chain.call("evm_setAutomine", true)
  }
  for (const hash of hashes) {
    const { status } = await chain.receipt(hash)
    expect(status, `${built.quote.action} was mined`).toBe("0x1")
  }
  return hashes
}

const readAmounts = (chain: TestChain, assets: readonly Asset[], block: bigint) =>
  Promise.all(
    assets.map(async ({ balance: { to, data }, word = 0 }) => {
      const answer = await chain.call("eth_call", { to, data }, toHex(block)).catch(() => "0x")
      if (answer === "0x") return 0n
      return hexToBigInt(slice(answer as Hex, 32 * word, 32 * (word + 1)))
    }),
  )

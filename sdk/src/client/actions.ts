import type { LocalAccount } from "viem"
import { type Observation, type OwnNode, observeBuild } from "../verification/own-node"
import { verifyBuild } from "../verification/verify-build"
import { ActionBlockedError, AtollError, TransactionRevertedError } from "./errors"
import { type Api, unwrap } from "./http"
import { createMemory, executeOnce, type Outbox } from "./outbox"
import { isLost, maybeSent, sendUntilKnown } from "./sending"
import type { Action, AddressBook, Build, Executed, Quote, SentTransaction, Wait } from "./types"

export type ActionClient = {
  /** The effect of an action in the next block. */
  quote: (action: Action) => Promise<Quote>
  /** Unsigned transactions of an action, verified against it. */
  build: (action: Action) => Promise<Build>
  /** Builds it, with an own node's observation; null without a node, and where nobody signs. */
  inspect: (action: Action) => Promise<Inspected>
  /**
   * Sends signed transactions. A second call with the same ones gives the same answer. MaybeSentError where the answer
   * is lost.
   */
  send: (signed: readonly string[], wait?: Wait) => Promise<SentTransaction[]>
  /** The state of signed transactions whose answer was lost; sends nothing twice. */
  checkSent: (signed: readonly string[]) => Promise<SentTransaction[]>
  /** Builds, verifies, signs, sends and waits until the index has the rows. */
  execute: (action: Action) => Promise<Executed>
}

export type Inspected = { build: Build; observed: Observation | null }

type Options = {
  url: string
  api: Api
  /** A node of the caller's own. */
  node: OwnNode | null
  /** How long to look for a transaction that may have been sent. */
  patienceMs: number
  account: LocalAccount | null
  /** Wallet of quotes and builds without an account. */
  wallet: string | null
  book: () => Promise<AddressBook>
  maxNativeCost: bigint
}

export function createActions(options: Options): ActionClient {
  const { url, api, node, patienceMs, account, wallet, book, maxNativeCost } = options
  const named = (action: Action): Action => {
    const own = action.wallet ?? account?.address ?? wallet
    return own === null ? action : { ...action, wallet: own }
  }
  const outbox: Outbox = createMemory()
  const client: ActionClient = {
    quote: (action) => unwrap(api.POST("/api/v1/quote", { body: named(action) })),
    build: async (action) => (await client.inspect(action)).build,
    inspect: async (action) => {
      const body = named(action)
      const [build, contracts] = await Promise.all([
        unwrap(api.POST("/api/v1/transactions/build", { body })),
        book(),
      ])
      const owner = body.wallet ?? null
      // A build that is blocked may have no transactions, and is not signed.
      if (build.transactions.length === 0) return { build, observed: null }
      verifyBuild(build, { action: body, wallet: owner, book: contracts, maxNativeCost })
      if (!node || owner === null) return { build, observed: null }
      const question = { action: body, build, wallet: owner, book: contracts }
      return { build, observed: await observeBuild(node, question) }
    },
    send: async (signed, wait = "indexed") => {
      const body = { signed: [...signed], wait }
      try {
        return (await unwrap(api.POST("/api/v1/transactions/send", { body }))).transactions
      } catch (error) {
        throw isLost(error) ? maybeSent(signed, error) : error
      }
    },
    checkSent: (signed) => {
      const sender = account?.address ?? wallet
      return sendUntilKnown(signed, { send: client.send, node, wallet: sender, patienceMs })
    },
    execute: inTurn(async (action: Action) => {
      if (!account) throw noAccount()
      const own = named(action)
      const wish = { action: own, wallet: account.address, url }
      return againIfBondGrew(() =>
        executeOnce(client, outbox, wish, async () => {
          const { build } = await buildDoable(client, own)
          return { quote: build.quote, signed: await signBuild(account, build) }
        }),
      )
    }),
  }
  return client
}

/** In sequence, because two transactions of a wallet must not have the same nonce. */
export function inTurn<T, R>(run: (input: T) => Promise<R>): (input: T) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve()
  return (input) => {
    const result = last.then(() => run(input))
    last = result.catch(() => {})
    return result
  }
}

/**
 * The bond of a proposal grows with its market, and its approval is exact: when another wallet bought in between, the
 * action runs once more, with an approval of the new bond.
 */
export async function againIfBondGrew(run: () => Promise<Executed>): Promise<Executed> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof TransactionRevertedError) || error.code !== "BondGrown") throw error
    return run()
  }
}

/** A build that can be signed; throws ActionBlockedError with the reason otherwise. */
export async function buildDoable(
  { inspect }: Pick<ActionClient, "inspect">,
  action: Action,
): Promise<Inspected> {
  const inspected = await inspect(action)
  const { quote, simulation, transactions } = inspected.build
  const blocker = quote.blockers[0] ?? simulation.revert
  if (blocker) {
    const { code, message, remedy } = blocker
    throw new ActionBlockedError(message, { code, remedy, cause: quote })
  }
  if (!simulation.ok || transactions.length === 0) {
    throw new ActionBlockedError("The action is not possible now", { code: "REVERTED" })
  }
  return inspected
}

/** Signs the transactions of a verified build. */
export const signBuild = (account: LocalAccount, { transactions }: Build): Promise<string[]> =>
  Promise.all(
    transactions.map(({ to, data, value, gas, nonce, chainId, ...fees }) =>
      account.signTransaction({
        type: "eip1559",
        to: `0x${to.slice(2)}`,
        data: `0x${data.slice(2)}`,
        value: BigInt(value),
        gas: BigInt(gas),
        maxFeePerGas: BigInt(fees.maxFeePerGas),
        maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas),
        ...{ nonce, chainId },
      }),
    ),
  )

const noAccount = () =>
  new AtollError("There is no account that could sign", {
    code: "NO_ACCOUNT",
    remedy: "Give createAtoll an account, or sign the transactions of build() elsewhere.",
  })

import type { LocalAccount } from "viem"
import { verifyBuild } from "../verification/verify-build"
import { ActionBlockedError, AtollError, TransactionRevertedError } from "./errors"
import { type Api, unwrap } from "./http"
import type { Action, AddressBook, Build, Executed, Quote, SentTransaction, Wait } from "./types"

export type ActionClient = {
  /** What an action would do in the next block. */
  quote: (action: Action) => Promise<Quote>
  /** Unsigned transactions of an action, verified against it. */
  build: (action: Action) => Promise<Build>
  /** Sends signed transactions. A second call with the same ones gives the same answer. */
  send: (signed: readonly string[], wait?: Wait) => Promise<SentTransaction[]>
  /** Builds, verifies, signs, sends and waits until the index has the rows. */
  execute: (action: Action) => Promise<Executed>
}

type Options = {
  api: Api
  account: LocalAccount | null
  /** Wallet of quotes and builds without an account. */
  wallet: string | null
  book: () => Promise<AddressBook>
  maxNativeCost: bigint
}

export function createActions({
  api,
  account,
  wallet,
  book,
  maxNativeCost,
}: Options): ActionClient {
  const named = (action: Action): Action => {
    const own = action.wallet ?? account?.address ?? wallet
    return own === null ? action : { ...action, wallet: own }
  }
  const client: ActionClient = {
    quote: (action) => unwrap(api.POST("/api/v1/quote", { body: named(action) })),
    build: async (action) => {
      const body = named(action)
      const [build, contracts] = await Promise.all([
        unwrap(api.POST("/api/v1/transactions/build", { body })),
        book(),
      ])
      const terms = { action: body, wallet: body.wallet ?? null, book: contracts, maxNativeCost }
      // A build that is blocked may have no transactions, and is not signed.
      if (build.transactions.length > 0) verifyBuild(build, terms)
      return build
    },
    send: async (signed, wait = "indexed") => {
      const body = { signed: [...signed], wait }
      return (await unwrap(api.POST("/api/v1/transactions/send", { body }))).transactions
    },
    execute: inTurn(async (action: Action) => {
      if (!account) throw noAccount()
      const build = await buildDoable(client, named(action))
      return sendSigned(client, build, await signBuild(account, build))
    }),
  }
  return client
}

/** One after the other: two transactions of a wallet must not have the same nonce. */
export function inTurn<T, R>(run: (input: T) => Promise<R>): (input: T) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve()
  return (input) => {
    const result = last.then(() => run(input))
    last = result.catch(() => {})
    return result
  }
}

/** A build that can be signed; throws ActionBlockedError with the reason otherwise. */
export async function buildDoable(
  { build }: Pick<ActionClient, "build">,
  action: Action,
): Promise<Build> {
  const built = await build(action)
  const { quote, simulation, transactions } = built
  const blocker = quote.blockers[0] ?? simulation.revert
  if (blocker) {
    const { code, message, remedy } = blocker
    throw new ActionBlockedError(message, { code, remedy, cause: quote })
  }
  if (!simulation.ok || transactions.length === 0) {
    throw new ActionBlockedError("The action is not possible now", { code: "REVERTED" })
  }
  return built
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

/** Sends the signed transactions of a build, and waits until they are indexed. */
export async function sendSigned(
  client: Pick<ActionClient, "send">,
  { quote }: Build,
  signed: readonly string[],
): Promise<Executed> {
  const transactions = await sendUntilIndexed(client, signed)
  requireSuccess(transactions)
  const events = transactions.flatMap((each) => each.events)
  return { quote, transactions, events }
}

/** The service waits half a minute; so often it is asked. */
const MOST_SENDS = 4

async function sendUntilIndexed({ send }: Pick<ActionClient, "send">, signed: readonly string[]) {
  for (let left = MOST_SENDS; ; left--) {
    const transactions = await send(signed)
    const isPending = transactions.some(({ status }) => status === "pending")
    if (!isPending || left <= 1) return transactions
  }
}

function requireSuccess(transactions: readonly SentTransaction[]) {
  const reverted = transactions.find(({ status }) => status === "reverted")
  if (!reverted) return
  const { hash, error } = reverted
  throw new TransactionRevertedError(error?.message ?? "The transaction was reverted", {
    code: error?.code ?? "REVERTED",
    remedy: error?.remedy ?? null,
    details: [{ path: "transactions", message: hash, hash }],
  })
}

const noAccount = () =>
  new AtollError("There is no account that could sign", {
    code: "NO_ACCOUNT",
    remedy: "Give createAtoll an account, or sign the transactions of build() elsewhere.",
  })

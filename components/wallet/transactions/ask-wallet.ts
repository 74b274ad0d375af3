import { isHex } from "viem"
import { estimateGas, getBlock, getTransactionCount } from "viem/actions"
import type { Config } from "wagmi"
import { getConnection, sendTransaction } from "wagmi/actions"
import { appError } from "@/components/browser/failure"
import { tryLock } from "@/components/browser/locks"
import { toAddress } from "@/lib/chain/browser"
import type { ContractCall } from "@/lib/chain/call"
import { mayBeSent } from "@/lib/errors/maybe-sent"
import { addMargin } from "./gas"
import { findTransaction, updateTransaction, waitUntil } from "./store"
import { isAsked, type StoredTransaction } from "./stored-transaction"

export type ChainContext = { wagmi: Config; chainId: number }

/** A wallet that has not answered by then is asked the chain about; people take a minute to confirm. */
const ANSWER_MS = 120_000

/** WalletConnect's requests live this long: a wallet may send a request until then. */
const UNANSWERED_MS = 300_000

/** A transaction that reached any node is in a block or in the mempool of ours by then. */
const LOST_MS = 120_000

/** Transactions this tab is asking the wallet to confirm: they need no button to continue. */
const confirming = new Set<string>()

export const isConfirming = (id: string) => confirming.has(id)

/** Runs what asks the wallet for the transaction, unless another tab does. */
export async function whileConfirming(id: string, ask: () => Promise<void>) {
  const hasLock = await tryLock(confirmLock(id), async () => {
    confirming.add(id)
    try {
      await ask()
    } finally {
      confirming.delete(id)
    }
  })
  if (!hasLock) throw appError("CONFIRMING_ELSEWHERE")
}

const confirmLock = (id: string) => `atoll.confirm.${id}`

/** Whether a wallet may still be showing the request, because the tab that made it is open. */
export async function isWalletAsked(id: string) {
  if (isConfirming(id)) return true
  const isFree = await tryLock(confirmLock(id), async () => {})
  return !isFree
}

/**
 * What the wallet is given, and from where the chain is searched for it if its answer is lost. Throws the contract's
 * reason if the call would revert: a node that estimates a call makes it.
 */
export async function prepareRequest(context: ChainContext, call: ContractCall) {
  const account = getConnectedAccount(context)
  const client = context.wagmi.getClient(context)
  const [estimate, nonce, block] = await Promise.all([
    estimateGas(client, { account, ...call }),
    getTransactionCount(client, { address: account }),
    getBlock(client, { blockTag: "latest" }),
  ])
  const trace = { nonce, block: `${block.number}`, decidesAt: Date.now() + UNANSWERED_MS }
  return { gas: addMargin(estimate, block.gasLimit), asked: trace }
}

/**
 * Lets the wallet send the transaction stored in the phase "confirming". Ends when the wallet or the chain has
 * answered: a transaction that may have been sent stays stored, and `watchTransactions` decides. Throws only if
 * nothing was sent.
 */
export async function askWallet(
  { wagmi, chainId }: ChainContext,
  id: string,
  { call, gas, sent }: WalletRequest,
) {
  const timer = setTimeout(() => markUnanswered(id), ANSWER_MS)
  const answered = sendTransaction(wagmi, { chainId, ...call, gas }).then(
    (hash) => {
      if (!isHex(hash)) return markLost(id)
      if (isUndecided(id)) updateTransaction(id, { ...sent(hash), nonce: null, asked: null })
    },
    (error: unknown) => {
      if (!isUndecided(id)) return
      if (!mayBeSent(error)) throw error
      markLost(id)
    },
  )
  try {
    await Promise.race([answered, waitUntil(id, (transaction) => !isAsked(transaction))])
  } finally {
    clearTimeout(timer)
    answered.catch(() => {})
  }
}

export type PreparedRequest = Awaited<ReturnType<typeof prepareRequest>>

type WalletRequest = {
  call: ContractCall
  gas: bigint
  /** The fields to store once the wallet has returned the hash. */
  sent: (hash: `0x${string}`) => Partial<Pick<StoredTransaction, "phase" | "hash" | "approval">>
}

function isUndecided(id: string) {
  const transaction = findTransaction(id)
  return transaction !== null && isAsked(transaction)
}

function markUnanswered(id: string) {
  if (isUndecided(id)) updateTransaction(id, { phase: "checking" })
}

function markLost(id: string) {
  const trace = findTransaction(id)?.asked
  if (!trace || !isUndecided(id)) return
  updateTransaction(id, {
    phase: "checking",
    asked: { ...trace, decidesAt: Date.now() + LOST_MS },
  })
}

/** The connected account in lower case. */
export function getConnectedAccount({ wagmi }: ChainContext) {
  const { address } = getConnection(wagmi)
  if (!address) throw appError("NOT_CONNECTED")
  return toAddress(address)
}

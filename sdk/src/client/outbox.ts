import { AtollError, MaybeSentError, TransactionRevertedError } from "./errors"
import type { Action, Executed, Quote, SentTransaction } from "./types"

/** An action with signed transactions whose state is unknown. */
export type Outstanding = {
  id: string
  /** The requested action: requesting the same again is another try. */
  wish: string
  /** Milliseconds since 1970. */
  at: number
  quote: Quote
  signed: readonly string[]
}

export type Outbox = {
  /** The outstanding actions of a request that no process works on. */
  find: (wish: string) => Promise<Outstanding[]>
  add: (entry: Outstanding) => Promise<void>
  /** Marks an entry as given up after it was given to the service. */
  giveUp: (entry: Outstanding) => Promise<void>
  remove: (entry: Outstanding) => Promise<void>
}

/** After that the same wish is another one. */
export const RETRY_MS = 15 * 60_000

type Wish = { action: Action; wallet: string; url: string }
type Signed = { quote: Quote; signed: string[] }

/**
 * Carries out an action. When the same action is requested again after a lost answer, it first looks for the earlier
 * one: if that was sent, its result is returned, and nothing is signed again.
 */
export async function executeOnce(
  { checkSent }: { checkSent: (signed: readonly string[]) => Promise<SentTransaction[]> },
  outbox: Outbox,
  { action, wallet, url }: Wish,
  sign: () => Promise<Signed>,
): Promise<Executed> {
  const wish = JSON.stringify([url, wallet.toLowerCase(), sortFields(action)])
  const finish = async (entry: Outstanding) => {
    try {
      const transactions = await checkSent(entry.signed)
      await outbox.remove(entry)
      return toExecuted(entry.quote, transactions)
    } catch (error) {
      if (error instanceof MaybeSentError) await outbox.giveUp(entry)
      else await outbox.remove(entry)
      throw error
    }
  }
  for (const entry of await outbox.find(wish)) {
    const done = await finish(entry).catch((error: unknown) => {
      // It was reverted, or refused and never sent, so this is another try.
      if (error instanceof AtollError && !(error instanceof MaybeSentError)) return null
      throw error
    })
    if (done) return done
  }
  const entry = { id: crypto.randomUUID(), wish, at: Date.now(), ...(await sign()) }
  await outbox.add(entry)
  return finish(entry)
}

/** The result of an action; throws TransactionRevertedError if it was reverted. */
function toExecuted(quote: Quote, transactions: SentTransaction[]): Executed {
  requireSuccess(transactions)
  return { quote, transactions, events: transactions.flatMap((each) => each.events) }
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

const sortFields = (action: Action) =>
  Object.entries(action)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))

/** Remembers the entries that a client has given up, as long as the client lives. */
export function createMemory(): Outbox {
  let entries: Outstanding[] = []
  const remove = async ({ id }: Outstanding) => {
    entries = entries.filter((each) => each.id !== id)
  }
  return {
    find: async (wish) =>
      entries.filter((each) => each.wish === wish && each.at > Date.now() - RETRY_MS),
    add: async () => {},
    giveUp: async (entry) => {
      await remove(entry)
      entries.push(entry)
    },
    remove,
  }
}

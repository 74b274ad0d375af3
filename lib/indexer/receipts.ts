import type { Header } from "@/lib/events/logs"
import { type Receipt, readReceiptsAndHead } from "./node"
import { type Rpc, RpcError } from "./rpc"

/** Receipts of one request. */
const MAX_RECEIPTS = 25

export type ReceiptAndHead = { receipt: Receipt | null; head: Header | null }

type ReceiptCall = {
  hash: string
  withHead: boolean
  resolve: (result: ReceiptAndHead | Promise<ReceiptAndHead>) => void
}

/** The requests of this turn of the event loop. */
const waiting = new WeakMap<Rpc, ReceiptCall[]>()

/**
 * A receipt; `withHead` with the newest header of the same request: a new transaction is mostly in that block. Callers
 * that come at once share a request.
 */
export function readReceipt(
  rpc: Rpc,
  hash: string,
  { withHead }: { withHead: boolean },
): Promise<ReceiptAndHead> {
  return new Promise((resolve) => {
    const others = waiting.get(rpc)
    if (others) return others.push({ hash, withHead, resolve })
    waiting.set(rpc, [{ hash, withHead, resolve }])
    setImmediate(() => {
      const all = waiting.get(rpc) ?? []
      waiting.delete(rpc)
      for (let i = 0; i < all.length; i += MAX_RECEIPTS)
        readPart(rpc, all.slice(i, i + MAX_RECEIPTS))
    })
  })
}

async function readPart(rpc: Rpc, part: readonly ReceiptCall[]) {
  const reading = readReceiptsAndHead(
    rpc,
    part.map(({ hash }) => hash),
    part.some(({ withHead }) => withHead),
  )
  const receipts = await reading.catch(() => null)
  for (const [i, { hash, resolve }] of part.entries()) {
    const receipt = receipts?.[i]
    // One of many receipts may have failed, or be too large together with the others.
    if (receipt && !(receipt instanceof RpcError)) resolve(receipt)
    else resolve(part.length === 1 ? reading.then(([only]) => unwrap(only)) : readAlone(rpc, hash))
  }
}

const readAlone = async (rpc: Rpc, hash: string) =>
  unwrap((await readReceiptsAndHead(rpc, [hash], false))[0])

function unwrap(result: ReceiptAndHead | RpcError | undefined): ReceiptAndHead {
  if (!result) throw new RpcError("The node left a receipt unanswered")
  if (result instanceof RpcError) throw result
  return result
}

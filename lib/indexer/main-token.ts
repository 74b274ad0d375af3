import type { AddressBook } from "@/lib/chain/deployment"
import { cleanLine } from "@/lib/http/wire"
import { findHeader, readMainToken } from "./node"
import type { MainToken } from "./projections/tokens"
import { type Rpc, RpcError } from "./rpc"

/** Reads the main token from the chain: no factory announces it. */
export async function fetchMainToken(rpc: Rpc, book: AddressBook): Promise<MainToken> {
  const { name, symbol, ...main } = await readMainToken(rpc, book.mainToken)
  const created = await findHeader(rpc, main.block)
  if (!created) throw new RpcError("The node lacks the main token's block")
  return {
    ...main,
    address: book.mainToken,
    name: cleanLine(name),
    symbol: cleanLine(symbol),
    time: created.time,
  }
}

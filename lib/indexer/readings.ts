import type { ClientBase } from "pg"
import { encodeFunctionData } from "viem"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import {
  dueReadings,
  markOldest,
  type Reading,
  storeReadings,
  storeVetted,
} from "./derived/readings"
import { announce, exclusively } from "./ingest"
import { call, uint } from "./node"
import { blockCall } from "./node-calls"
import type { Rpc } from "./rpc"
import { StaleBatch } from "./stale"

/** Tokens of one request to the node. */
const BATCH = 40

/** How often the readings of the longest unread tokens are renewed, and of how many each time. */
const SWEEP_EVERY_MS = 60_000
const SWEEP_SIZE = 50

const views = [
  "frozen",
  "getBondingTarget",
  "usdcForBondingNeeded",
  "hasBonded",
  "projectedVetted",
] as const

/** Where the index stands. */
type Place = { block: number; hash: string }

/**
 * Keeps what no event tells of a token: whether it is frozen, and how far its reward phase is. Reads as
 * of the very block the index stands on, so that a reading and the rows beside it are of one moment.
 */
export class Readings {
  private sweptAt = performance.now()

  constructor(
    private readonly client: ClientBase,
    private readonly rpc: Rpc,
  ) {}

  /** Reads some of what is due; false when nothing was. */
  async refresh(place: Place): Promise<boolean> {
    const { client } = this
    if (performance.now() - this.sweptAt > SWEEP_EVERY_MS) {
      this.sweptAt = performance.now()
      await markOldest(client, SWEEP_SIZE)
    }
    const tokens = await dueReadings(client, place.block, BATCH)
    if (tokens.length === 0) return false
    const readings = await readTokens(this.rpc, place, tokens)
    await exclusively(client, async () => {
      await demand(client, place)
      const changed = await storeReadings(client, readings, place.block)
      const vetted = await storeVetted(client, readings)
      if (changed.length + vetted.length === 0) return
      const touched = new Set([...changed, ...vetted])
      await announce(client, { block: null, head: null, tokens: touched })
    })
    return true
  }
}

/** Whether the calls of contracts have to be watched: a frozen token may be opened by one. */
export async function hasFrozen(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from token_reading where frozen is not false limit 1",
  )
  return rowCount === 1
}

async function readTokens(rpc: Rpc, { block, hash }: Place, tokens: readonly string[]) {
  const questions = tokens.flatMap((token) =>
    views.map((functionName) =>
      call(token, encodeFunctionData({ abi: factoryTokenAbi, functionName }), block),
    ),
  )
  // The header behind the answers: they are of the index's chain when it is the block's.
  const answers = await rpc.settle([...questions, blockCall(block)])
  const header = answers.at(-1)
  if (typeof header !== "object" || header === null || !("hash" in header) || header.hash !== hash)
    throw new StaleBatch("The node stands on another chain by now")
  return tokens.map((token, n): Reading => {
    const [frozen, target, needed, bonded, vetted] = answers
      .slice(n * views.length, (n + 1) * views.length)
      .map(uint)
    return {
      token,
      frozen: flag(frozen),
      bondingTarget: target ?? null,
      bondingNeeded: needed ?? null,
      hasBonded: flag(bonded),
      vetted: flag(vetted),
    }
  })
}

const flag = (value: bigint | undefined) => (value === undefined ? null : value === 1n)

/** The block may have left the index while the node was asked. */
async function demand(client: ClientBase, { block, hash }: Place) {
  const { rowCount } = await client.query(
    "select 1 from block where number = $1 and hash = decode(substr($2, 3), 'hex')",
    [block, hash],
  )
  if (rowCount !== 1) throw new StaleBatch("The block left the index")
}

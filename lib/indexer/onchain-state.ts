import type { ClientBase } from "pg"
import { encodeFunctionData } from "viem"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { dbOn } from "@/lib/db/client"
import { underLease, withWriteLock } from "@/lib/db/write-lock"
import { logChange } from "@/lib/stream-log/change"
import { findHash } from "./cursor"
import { StaleBatchError } from "./errors"
import { buildCall, parseUint } from "./node"
import {
  findDueTokens,
  scheduleOldestTokens,
  storeOnchainStates,
  storeVetted,
  type TokenOnchainState,
} from "./projections/onchain-state"
import type { Rpc } from "./rpc"
import { buildBlockCall } from "./rpc-calls"

/** Tokens of one request to the node. */
const BATCH = 40

/** Interval of reading the longest unread tokens again, and how many each time. */
const SWEEP_EVERY_MS = 60_000
const SWEEP_SIZE = 50

const viewFunctions = [
  "frozen",
  "getBondingTarget",
  "usdcForBondingNeeded",
  "hasBonded",
  "projectedVetted",
] as const

/** Where the index stands. */
type BlockRef = { block: number; hash: string }

/**
 * Stores token state without events: whether it is frozen, and the progress of its reward phase. Reads as of the
 * indexed block, so that state and rows are of the same moment.
 */
export class OnchainStatePoller {
  private sweptAt = performance.now()

  constructor(
    private readonly client: ClientBase,
    private readonly rpc: Rpc,
  ) {}

  /** Reads some of the due tokens; false when none was due. */
  async refresh(place: BlockRef): Promise<boolean> {
    const { client } = this
    if (performance.now() - this.sweptAt > SWEEP_EVERY_MS) {
      this.sweptAt = performance.now()
      await underLease(client, () => scheduleOldestTokens(client, SWEEP_SIZE))
    }
    const tokens = await findDueTokens(client, place.block, BATCH)
    if (tokens.length === 0) return false
    const readings = await readOnchainStates(this.rpc, place, tokens)
    await withWriteLock(client, async () => {
      await assertBlockStored(client, place)
      const changed = await storeOnchainStates(client, readings, place.block)
      const vetted = await storeVetted(client, readings)
      if (changed.length + vetted.length === 0) return
      const touched = new Set([...changed, ...vetted])
      await logChange(dbOn(client), { topics: touched })
    })
    return true
  }
}

/** Whether any token may be frozen: calls have to be read, as one may unfreeze it. */
export async function hasFrozenTokens(client: ClientBase): Promise<boolean> {
  const row = await dbOn(client)
    .selectFrom("token_reading")
    .select("token")
    .where("frozen", "is not", false)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function readOnchainStates(rpc: Rpc, { block, hash }: BlockRef, tokens: readonly string[]) {
  const questions = tokens.flatMap((token) =>
    viewFunctions.map((functionName) =>
      buildCall(token, encodeFunctionData({ abi: factoryTokenAbi, functionName }), block),
    ),
  )
  // The header is read after the answers: if its hash is the block's, they belong to the indexed chain.
  const answers = await rpc.batchSettled([...questions, buildBlockCall(block)])
  const header = answers.at(-1)
  if (typeof header !== "object" || header === null || !("hash" in header) || header.hash !== hash)
    throw new StaleBatchError("The node is on another fork")
  return tokens.map((token, n): TokenOnchainState => {
    const [frozen, target, needed, bonded, vetted] = answers
      .slice(n * viewFunctions.length, (n + 1) * viewFunctions.length)
      .map(parseUint)
    return {
      token,
      frozen: toBoolean(frozen),
      bondingTarget: target ?? null,
      bondingNeeded: needed ?? null,
      hasBonded: toBoolean(bonded),
      vetted: toBoolean(vetted),
    }
  })
}

const toBoolean = (value: bigint | undefined) => (value === undefined ? null : value === 1n)

/** The block may have been removed from the index while the node was read. */
async function assertBlockStored(client: ClientBase, { block, hash }: BlockRef) {
  if ((await findHash(client, block)) !== hash)
    throw new StaleBatchError("The block left the index")
}

import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { hexText } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import { bulkStatement, bytesOf, columnsOf } from "@/lib/events/bulk-writes"
import type { Header } from "@/lib/events/logs"

/** Progress of the follower. */
export type IndexCursor = {
  chainId: number
  genesisHash: string
  indexedBlock: number
  headBlock: number
}

const readCursorRow = statement({}, () =>
  db
    .selectFrom("index_cursor")
    .select(({ ref }) => [
      "chain_id as chainId",
      hexText(ref("genesis_hash")).as("genesisHash"),
      "indexed_block as indexedBlock",
      "head_block as headBlock",
    ])
    .where("id", "=", 1),
)

export async function readCursor(client: ClientBase): Promise<IndexCursor | null> {
  const [cursor] = await readCursorRow({}, client)
  return cursor ?? null
}

type CursorUpdate = { chainId: number; genesisHash: string; indexed: Block; head: Block }
type Block = { number: number; time: number }

/** Writes the cursor. `indexed` may be the block before the first; then it has the first block's time. */
export async function writeCursor(client: ClientBase, update: CursorUpdate): Promise<void> {
  const { chainId, genesisHash, indexed, head } = update
  const cursor = {
    chain_id: chainId,
    genesis_hash: Buffer.from(genesisHash.slice(2), "hex"),
    indexed_block: indexed.number,
    indexed_time: toDate(indexed.time),
    head_block: head.number,
    head_time: toDate(head.time),
  }
  await dbOn(client)
    .insertInto("index_cursor")
    .values({ id: 1, ...cursor })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(cursor))
    .execute()
}

const toDate = (seconds: number) => new Date(seconds * 1000)

/** Stores a newer head without new indexed blocks. */
export async function writeHead(client: ClientBase, head: Block): Promise<void> {
  await dbOn(client)
    .updateTable("index_cursor")
    .set({ head_block: head.number, head_time: toDate(head.time) })
    .where("id", "=", 1)
    .where("head_block", "<>", head.number)
    .execute()
}

/** Blocks whose hashes are kept below the index's position: the deepest reorganisation that is undone. */
export const MAX_REORG_DEPTH = 256

const upsertHeaders = bulkStatement(
  { number: "integer", hash: "text", parentHash: "text", time: "bigint" },
  (rows) =>
    db
      .insertInto("block")
      .columns(["number", "hash", "parent_hash", "time"])
      .expression(
        db
          .selectFrom(rows)
          .select(({ ref }) => [
            "given.number",
            bytesOf(ref("given.hash")).as("hash"),
            bytesOf(ref("given.parentHash")).as("parent_hash"),
            sql<Date>`to_timestamp(${ref("given.time")})`.as("time"),
          ]),
      )
      .onConflict((conflict) =>
        conflict
          .column("number")
          .doUpdateSet(columnsOf("excluded", ["hash", "parent_hash", "time"])),
      ),
)

export async function storeHeaders(client: ClientBase, headers: readonly Header[]) {
  const recent = headers.slice(-MAX_REORG_DEPTH)
  const last = recent.at(-1)
  if (!last) return
  await upsertHeaders(client, recent)
  await dbOn(client)
    .deleteFrom("block")
    .where("number", "<=", last.number - MAX_REORG_DEPTH)
    .execute()
}

/** Hashes of the stored blocks, newest first. */
export async function readHashes(client: ClientBase): Promise<{ number: number; hash: string }[]> {
  return dbOn(client)
    .selectFrom("block")
    .select(({ ref }) => ["number", hexText(ref("hash")).as("hash")])
    .orderBy("number", "desc")
    .execute()
}

/** The hash of a block, while it is stored. */
export async function findHash(client: ClientBase, number: number): Promise<string | null> {
  const block = await dbOn(client)
    .selectFrom("block")
    .select(({ ref }) => hexText(ref("hash")).as("hash"))
    .where("number", "=", number)
    .executeTakeFirst()
  return block?.hash ?? null
}

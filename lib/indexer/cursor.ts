import type { ClientBase } from "pg"
import type { Header } from "./logs"

/** How far the follower is. */
export type IndexCursor = {
  chainId: number
  genesisHash: string
  indexedBlock: number
  headBlock: number
}

export async function readCursor(client: ClientBase): Promise<IndexCursor | null> {
  const { rows } = await client.query<IndexCursor>(
    `select chain_id as "chainId", '0x' || encode(genesis_hash, 'hex') as "genesisHash",
      indexed_block as "indexedBlock", head_block as "headBlock" from index_cursor where id = 1`,
  )
  return rows[0] ?? null
}

type CursorUpdate = { chainId: number; genesisHash: string; indexed: Block; head: Block }
type Block = { number: number; time: number }

/** Writes the cursor. `indexed` may be the block before the first, which has no time of its own. */
export async function writeCursor(client: ClientBase, position: CursorUpdate): Promise<void> {
  const { chainId, genesisHash, indexed, head } = position
  await client.query(
    `insert into index_cursor as c (id, chain_id, genesis_hash, indexed_block, indexed_time,
      head_block, head_time)
    values (1, $1, decode(substr($2, 3), 'hex'), $3, to_timestamp($4), $5, to_timestamp($6))
    on conflict (id) do update set chain_id = excluded.chain_id,
      genesis_hash = excluded.genesis_hash, indexed_block = excluded.indexed_block,
      indexed_time = excluded.indexed_time, head_block = excluded.head_block,
      head_time = excluded.head_time`,
    [chainId, genesisHash, indexed.number, indexed.time, head.number, head.time],
  )
}

/** The head moved on while the index did not. */
export async function writeHead(client: ClientBase, head: Block): Promise<void> {
  await client.query(
    `update index_cursor set head_block = $1, head_time = to_timestamp($2)
    where id = 1 and head_block <> $1`,
    [head.number, head.time],
  )
}

/** Blocks whose hashes are kept below the index's position: the deepest reorganisation that is undone. */
export const MAX_REORG_DEPTH = 256

export async function storeHeaders(client: ClientBase, headers: readonly Header[]) {
  const kept = headers.slice(-MAX_REORG_DEPTH)
  const last = kept.at(-1)
  if (!last) return
  const column = (pick: (header: Header) => string | number) => `{${kept.map(pick)}}`
  await client.query(
    `insert into block (number, hash, parent_hash, time)
    select number, decode(substr(hash, 3), 'hex'), decode(substr(parent, 3), 'hex'), to_timestamp(time)
    from unnest($1::int[], $2::text[], $3::text[], $4::bigint[]) as h (number, hash, parent, time)
    on conflict (number) do update set hash = excluded.hash, parent_hash = excluded.parent_hash,
      time = excluded.time`,
    [
      column(({ number }) => number),
      column(({ hash }) => hash),
      column(({ parentHash }) => parentHash),
      column(({ time }) => time),
    ],
  )
  await client.query("delete from block where number <= $1", [last.number - MAX_REORG_DEPTH])
}

/** Kept hashes, newest first. */
export async function readHashes(client: ClientBase): Promise<{ number: number; hash: string }[]> {
  const { rows } = await client.query<{ number: number; hash: string }>(
    "select number, '0x' || encode(hash, 'hex') as hash from block order by number desc",
  )
  return rows
}

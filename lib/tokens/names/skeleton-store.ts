import type { ClientBase, Pool } from "pg"
import { z } from "zod"
import { toSkeleton } from "./skeleton"

const namedToken = z.object({ address: z.string(), symbol: z.string(), name: z.string() })

const BATCH = 5_000

/** Computes and stores the skeletons of listed tokens. */
export async function storeSkeletons(client: ClientBase, tokens: readonly string[]) {
  if (tokens.length === 0) return
  const { rows } = await client.query(
    "select address, symbol, name from token where address = any($1::text[])",
    [`{${tokens}}`],
  )
  await upsertSkeletons(client, namedToken.array().parse(rows))
}

/** Computes the skeletons of tokens that were listed before skeletons were stored. */
export async function storeMissingSkeletons(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `select t.address, t.symbol, t.name from token t
      where not exists (select 1 from token_skeleton s where s.token = t.address) limit ${BATCH}`,
    )
    await upsertSkeletons(pool, namedToken.array().parse(rows))
    if (rows.length < BATCH) return
  }
}

async function upsertSkeletons(
  client: ClientBase | Pool,
  tokens: readonly z.output<typeof namedToken>[],
) {
  if (tokens.length === 0) return
  await client.query(
    `insert into token_skeleton (token, symbol, name)
    select * from unnest($1::text[], $2::text[], $3::text[])
    on conflict (token) do update set symbol = excluded.symbol, name = excluded.name`,
    [
      tokens.map(({ address }) => address),
      tokens.map(({ symbol }) => toSkeleton(symbol)),
      tokens.map(({ name }) => toSkeleton(name)),
    ],
  )
}

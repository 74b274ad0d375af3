import pg from "pg"
import { type Cluster, until } from "@/tests/helpers/cluster/cluster"
import { dump } from "@/tests/lib/indexer/tables"
import type { MixedLoad } from "./load"

/** All is well this long after a fault has ended, without a hand. */
const RECOVERY_MS = 30_000

/** Waits until everything works again: servers, index, a write, streams; returns after how many milliseconds. */
export async function untilWell(cluster: Cluster, load: MixedLoad): Promise<number> {
  const endedAt = Date.now()
  const left = () => Math.max(1, RECOVERY_MS - (Date.now() - endedAt))
  const ready = (url: string) => async () => (await fetch(`${url}/api/health/ready`)).ok
  for (const { url, server } of cluster.web)
    await until(ready(url), `${server.name} is ready`, left())
  for (const [wallet, name] of load.written.usernames) {
    const { acknowledged } = name
    await until(async () => name.acknowledged > acknowledged, `${wallet} has a new name`, left())
  }
  await until(async () => Date.now() - load.lastFailure() > 1_000, "requests are answered", left())
  await load.trades.pause()
  await cluster.untilIndexed(left())
  const head = `${await cluster.chain.head()}`
  for (const { keeper } of load.streams) {
    await until(async () => keeper.of("block").has(head), `a stream has block ${head}`, left())
  }
  const keeperIsFresh = async () => {
    const { rows } = await cluster.query(
      "select now() - checked_at < interval '10 s' as ok from keeper_status",
    )
    return rows[0]?.ok === true
  }
  await until(keeperIsFresh, "the keeper works", left())
  return Date.now() - endedAt
}

/** What is wrong with the stored rows: compared with an index made anew, and with what was acknowledged. */
export async function findWrongRows(cluster: Cluster, load: MixedLoad): Promise<string[]> {
  const fresh = await cluster.indexAnew()
  const [ours, theirs] = await Promise.all([cluster.databaseUrl, fresh.url].map(dumpOf)).finally(
    fresh.drop,
  )
  const tables = Object.keys(ours ?? {}).filter(
    (table) => JSON.stringify(ours?.[table]) !== JSON.stringify(theirs?.[table]),
  )
  const differences = tables.map((table) => {
    const [have, should] = [new Set(ours?.[table]), new Set(theirs?.[table])]
    const extra = [...have].filter((row) => !should.has(row))
    const lost = [...should].filter((row) => !have.has(row))
    return `${table}: ${lost.length} rows lost, ${extra.length} wrong (${lost[0] ?? ""} / ${extra[0] ?? ""})`
  })
  return [
    ...differences,
    ...(await findMissedTrades(cluster, load)),
    ...(await findWrongWriting(cluster, load)),
  ]
}

/** Trades that a stream lacks or should not have, since its first one: in the order of the log, as a later block may be stored first. */
async function findMissedTrades(cluster: Cluster, { streams, venue }: MixedLoad) {
  const { rows } = await cluster.query(
    `select t.id::text, coalesce(string_agg(e.id::text, ' ' order by e.id), 'none') as events from trade t
      left join stream_event e on e.kind = 'trade' and e.key = t.id::text
      where t.token = $1 group by t.id order by max(e.id)`,
    [venue.token],
  )
  const stored = rows.map(({ id }) => `${id}`)
  const events = new Map(rows.map((row) => [`${row.id}`, `${row.events}`]))
  return streams.flatMap(({ keeper, state }, at) => {
    const sent = new Set(keeper.of("trade").keys())
    const first = stored.findIndex((id) => sent.has(id))
    const since = new Set(stored.slice(first < 0 ? stored.length : first))
    const missed = [...since].filter((id) => !sent.has(id))
    const wrong = [...sent].filter((id) => !since.has(id))
    const [one] = [...missed, ...wrong]
    if (one === undefined) return []
    const counts = `${missed.length} trades missed, ${wrong.length} wrong since ${stored[first]}`
    return [
      `stream ${at}: ${counts}: ${one}, logged as ${events.get(one)}, of ${state.connections} connections`,
    ]
  })
}

async function dumpOf(connectionString: string) {
  const client = new pg.Client({ connectionString })
  // Its database is dropped while the connection closes.
  client.on("error", () => {})
  await client.connect()
  return dump(client).finally(() => client.end())
}

async function findWrongWriting(cluster: Cluster, { written }: MixedLoad): Promise<string[]> {
  const { comments, usernames, votes } = written
  // One that was not answered may have been counted.
  const settled = [...votes].filter(([, { sent, answered }]) => sent === answered)
  const { rows } = await cluster.query(
    `select
      (select count(*) from unnest($1::text[]) as stored (message)
        where not exists (select from reef_comment c where c.message = stored.message))::int as lost,
      (select count(*) from unnest($2::text[], $3::int[]) as stored (wallet, number)
        where not exists (select from profile p where p.wallet = stored.wallet
          and split_part(p.username, '_', 2)::int >= stored.number))::int as outdated,
      (select count(*) - count(distinct message) from reef_comment)::int as doubled,
      (select count(*) from reef_post p where comment_count
        <> (select count(*) from reef_comment c where c.post_id = p.id and deleted_at is null))::int as miscounted,
      (select count(*) from reef_post p where score
        <> (select count(*) from reef_post_vote v where v.post_id = p.id))::int as misvoted,
      (select count(*) from unnest($4::text[], $5::boolean[]) as cast_vote (wallet, is_set)
        where is_set <> exists (select from reef_post_vote v where v.wallet = cast_vote.wallet))::int as unvoted`,
    [
      comments.acknowledged,
      [...usernames.keys()],
      [...usernames.values()].map(({ acknowledged }) => acknowledged),
      settled.map(([wallet]) => wallet),
      settled.map(([, { isSet }]) => isSet),
    ],
  )
  return Object.entries(rows[0] ?? {}).flatMap(([what, count]) =>
    count === 0 ? [] : [`${count} rows of people ${what}`],
  )
}

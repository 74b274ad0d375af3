import { writeComment } from "@/lib/content/comments/service"
import { earningTrades } from "@/lib/content/comments/trades"
import { pool } from "@/lib/db/client"
import { MNEMONIC } from "@/scripts/local/chain"
import { CAST } from "./cast"
import { type Random, randomStream } from "./random"
import { BETTORS, BUYERS, CREATORS, SELLERS } from "./remarks"
import { walletsOf } from "./wallets"

/** Tokens and markets people talk about: the most traded. */
const TALKED = { tokens: 9, markets: 15 }
/** Traders who say something of each, at most. */
const VOICES = 7

const MINUTE = 60_000

/** Whether nobody has commented here yet. */
export async function hasNoComments(): Promise<boolean> {
  const { rowCount } = await pool().query("select 1 from comment limit 1")
  return rowCount === 0
}

type Project = {
  id: number
  symbol: string
  dev: string
  createdAt: Date
  /** Of a market; null for a token. */
  options: string[] | null
}

/** A wallet's first trade that earns a comment. */
type Earning = {
  projectId: number
  wallet: string
  time: Date
  type: string
  outcome: number | null
}

type Comment = { projectId: number; wallet: string; content: string; time: Date }

/** Has people of the sample comment on what they traded, soon after they did; answers how many comments it made. */
export async function writeSampleComments(): Promise<number> {
  const cast = CAST.map(({ index }) => walletsOf(MNEMONIC)(index).address.toLowerCase())
  const projects = await findTalked()
  const earnings = await findEarnings(
    projects.map(({ id }) => id),
    cast,
  )
  const random = randomStream("comments")
  const pools = poolsFor(random)
  const comments = projects
    .flatMap((project) => {
      const own = earnings.filter(({ projectId }) => projectId === project.id)
      const voices = Math.round(random.between(1, VOICES))
      const byTraders = spread(own, voices).map((each) =>
        byTrader(project, each, { pools, random }),
      )
      const isOurs = !project.options && cast.includes(project.dev)
      return isOurs ? [...byTraders, byCreator(project, { pools, random })] : byTraders
    })
    .filter(({ time }) => time.getTime() < Date.now())
    .sort((a, b) => a.time.getTime() - b.time.getTime())
  for (const comment of comments) await write(comment)
  return comments.length
}

async function findTalked(): Promise<Project[]> {
  const { rows } = await pool().query<Project>(
    `select id, symbol, dev, "createdAt", options from (
      select t.project_id as id, t.symbol, t.dev, t.created_at as "createdAt", m.options,
        row_number() over (partition by m.token is null
          order by coalesce(m.trade_count, t.trade_count) desc, t.project_id) as place
      from token t left join market m on m.token = t.address
    ) ranked
    where place <= case when options is null then $1::int else $2::int end order by id`,
    [TALKED.tokens, TALKED.markets],
  )
  return rows
}

async function findEarnings(projects: number[], cast: string[]): Promise<Earning[]> {
  const { rows } = await pool().query<Earning>(
    `select t.project_id as "projectId", wallet, tx.time, earning.type, share.outcome
    from token t cross join unnest($2::text[]) wallet
    cross join lateral (
      select * from ${earningTrades("t.address", "wallet")} earning order by id limit 1
    ) earning
    join tx on tx.id = earning.tx_id
    left join lateral (
      select outcome from share_trade where share_trade.id = earning.id
      union all select outcome from order_event where order_event.id = earning.id
    ) share on true
    where t.project_id = any($1::int[]) and wallet <> t.dev order by earning.id`,
    [projects, cast],
  )
  return rows
}

/** Some of the list, from its beginning to its end. */
function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list]
  return Array.from({ length: count }, (_, place) => {
    const item = list[Math.floor(((place + 0.5) * list.length) / count)]
    return item === undefined ? [] : [item]
  }).flat()
}

type Voice = { pools: ReturnType<typeof poolsFor>; random: Random }

function byTrader(project: Project, earning: Earning, { pools, random }: Voice): Comment {
  const { wallet, time, type, outcome } = earning
  const isSale = type.endsWith("sell")
  const pool = outcome !== null ? pools.bettors : isSale ? pools.sellers : pools.buyers
  const name = outcome === null ? project.symbol : (project.options?.[outcome] ?? project.symbol)
  const at = time.getTime() + random.between(3, 300) * MINUTE
  return {
    projectId: project.id,
    wallet,
    content: pool().replaceAll("{name}", name),
    time: new Date(Math.min(at, Date.now() - random.between(1, 20) * MINUTE)),
  }
}

function byCreator({ id, symbol, dev, createdAt }: Project, { pools, random }: Voice): Comment {
  return {
    projectId: id,
    wallet: dev,
    content: pools.creators().replaceAll("{name}", symbol),
    time: new Date(createdAt.getTime() + random.between(60, 2_000) * MINUTE),
  }
}

/** Each text once before any comes again. */
function poolsFor(random: Random) {
  const pool = (texts: readonly string[]) => {
    const order = texts
      .map((text) => ({ text, key: random.next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ text }) => text)
    let next = 0
    return () => order[next++ % order.length] ?? ""
  }
  return {
    buyers: pool(BUYERS),
    sellers: pool(SELLERS),
    creators: pool(CREATORS),
    bettors: pool(BETTORS),
  }
}

/** By the service as anybody's; only the moment is that of the history. */
async function write({ wallet, projectId, content, time }: Comment) {
  const { id } = await writeComment(wallet, projectId, content)
  await pool().query("update comment set created_at = $2 where id = $1", [id, time])
}

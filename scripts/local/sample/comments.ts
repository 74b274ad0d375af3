import { sql } from "kysely"
import { selectQualifyingTrades } from "@/lib/content/comments/qualifying-trades"
import { writeComment } from "@/lib/content/comments/service"
import { db, pool } from "@/lib/db/client"
import { MNEMONIC } from "@/scripts/local/chain"
import { ACTORS } from "./actors"
import {
  BUYER_COMMENTS,
  CREATOR_COMMENTS,
  OUTCOME_BUYER_COMMENTS,
  SELLER_COMMENTS,
} from "./comment-texts"
import { type RandomStream, randomStream } from "./random"
import { walletsOf } from "./wallets"

/** Tokens and markets people talk about: the most traded. */
const COMMENTED_PROJECTS = { tokens: 9, markets: 15 }
/** Traders who say something of each, at most. */
const MAX_COMMENTERS = 7

const MINUTE_MS = 60_000

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
type FirstTrade = {
  projectId: number
  wallet: string
  time: Date
  type: string
  outcome: number | null
}

type Comment = { projectId: number; wallet: string; content: string; time: Date }

/** Has people of the sample comment on what they traded, soon after they did; answers how many comments it made. */
export async function writeSampleComments(): Promise<number> {
  const cast = ACTORS.map(({ index }) => walletsOf(MNEMONIC)(index).address.toLowerCase())
  const projects = await findCommentedProjects()
  const earnings = await findFirstTrades(
    projects.map(({ id }) => id),
    cast,
  )
  const random = randomStream("comments")
  const pools = createTextPools(random)
  const comments = projects
    .flatMap((project) => {
      const own = earnings.filter(({ projectId }) => projectId === project.id)
      const voices = Math.round(random.between(1, MAX_COMMENTERS))
      const byTraders = pickEvenly(own, voices).map((each) =>
        traderComment(project, each, { pools, random }),
      )
      const isOurs = !project.options && cast.includes(project.dev)
      return isOurs ? [...byTraders, creatorComment(project, { pools, random })] : byTraders
    })
    .filter(({ time }) => time.getTime() < Date.now())
    .sort((a, b) => a.time.getTime() - b.time.getTime())
  for (const comment of comments) await writeAt(comment)
  return comments.length
}

async function findCommentedProjects(): Promise<Project[]> {
  const { rows } = await pool().query<Project>(
    `select id, symbol, dev, "createdAt", options from (
      select t.project_id as id, t.symbol, t.dev, t.created_at as "createdAt", m.options,
        row_number() over (partition by m.token is null
          order by coalesce(m.trade_count, t.trade_count) desc, t.project_id) as place
      from token t left join market m on m.token = t.address
    ) ranked
    where place <= case when options is null then $1::int else $2::int end order by id`,
    [COMMENTED_PROJECTS.tokens, COMMENTED_PROJECTS.markets],
  )
  return rows
}

async function findFirstTrades(projects: number[], cast: string[]): Promise<FirstTrade[]> {
  const wallets = sql<{ wallet: string }>`unnest(${cast}::text[])`
  const outcomes = db
    .selectFrom("share_trade")
    .select(["id", "outcome"])
    .unionAll(db.selectFrom("order_event").select(["id", "outcome"]))
  return db
    .selectFrom("token as t")
    .innerJoin(wallets.as<"trader">(sql`trader (wallet)`), (join) =>
      join.onRef("trader.wallet", "<>", "t.dev"),
    )
    .crossJoinLateral(({ ref }) =>
      selectQualifyingTrades(ref("t.address"), ref("trader.wallet"))
        .orderBy("id")
        .limit(1)
        .as("trade"),
    )
    .innerJoin("tx", "tx.id", "trade.tx_id")
    .leftJoin(outcomes.as("share"), "share.id", "trade.id")
    .select([
      "t.project_id as projectId",
      "trader.wallet",
      "tx.time",
      "trade.type",
      "share.outcome",
    ])
    .where("t.project_id", "in", projects)
    .orderBy("trade.id")
    .execute()
}

/** Some of the list, from its beginning to its end. */
function pickEvenly<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list]
  return Array.from({ length: count }, (_, place) => {
    const item = list[Math.floor(((place + 0.5) * list.length) / count)]
    return item === undefined ? [] : [item]
  }).flat()
}

type TextPools = { pools: ReturnType<typeof createTextPools>; random: RandomStream }

function traderComment(
  project: Project,
  earning: FirstTrade,
  { pools, random }: TextPools,
): Comment {
  const { wallet, time, type, outcome } = earning
  const isSale = type.endsWith("sell")
  const pool = outcome !== null ? pools.bettors : isSale ? pools.sellers : pools.buyers
  const name = outcome === null ? project.symbol : (project.options?.[outcome] ?? project.symbol)
  const at = time.getTime() + random.between(3, 300) * MINUTE_MS
  return {
    projectId: project.id,
    wallet,
    content: pool().replaceAll("{name}", name),
    time: new Date(Math.min(at, Date.now() - random.between(1, 20) * MINUTE_MS)),
  }
}

function creatorComment(
  { id, symbol, dev, createdAt }: Project,
  { pools, random }: TextPools,
): Comment {
  return {
    projectId: id,
    wallet: dev,
    content: pools.creators().replaceAll("{name}", symbol),
    time: new Date(createdAt.getTime() + random.between(60, 2_000) * MINUTE_MS),
  }
}

/** Each text once before any comes again. */
function createTextPools(random: RandomStream) {
  const pool = (texts: readonly string[]) => {
    const order = texts
      .map((text) => ({ text, key: random.next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ text }) => text)
    let next = 0
    return () => order[next++ % order.length] ?? ""
  }
  return {
    buyers: pool(BUYER_COMMENTS),
    sellers: pool(SELLER_COMMENTS),
    creators: pool(CREATOR_COMMENTS),
    bettors: pool(OUTCOME_BUYER_COMMENTS),
  }
}

/** By the service as anybody's; only the moment is that of the history. */
async function writeAt({ wallet, projectId, content, time }: Comment) {
  const { id } = await writeComment(wallet, projectId, content)
  await pool().query("update comment set created_at = $2 where id = $1", [id, time])
}

import { existsSync, rmSync, writeFileSync } from "node:fs"
import { sql } from "kysely"
import { selectQualifyingTrades } from "@/lib/content/comments/qualifying-trades"
import { writeComment } from "@/lib/content/comments/service"
import { db } from "@/lib/db/client"
import { MNEMONIC } from "@/scripts/local/chain"
import { ACTORS } from "./actors"
import texts from "./comment-texts.json"
import { type RandomStream, randomStream } from "./random"
import { walletsOf } from "./wallets"

/** The most traded tokens and markets get comments. */
const COMMENTED_PROJECTS = { tokens: 9, markets: 15 }
/** Traders who comment on one project, at most. */
const MAX_COMMENTERS = 7

const MINUTE_MS = 60_000

type Project = {
  id: number
  symbol: string
  dev: string
  createdAt: Date
  /** Options of a market; null for a token. */
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

/**
 * Writes comments of the sample's actors on tokens they traded, soon after the trade, where nobody has commented yet;
 * returns their number. The file `unfinished` exists meanwhile: after an interruption the rest is written. Later other
 * projects are the most traded, and no more comments follow.
 */
export async function completeSampleComments(unfinished: string): Promise<number> {
  if (!existsSync(unfinished) && !(await hasNoComments())) return 0
  writeFileSync(unfinished, "")
  const count = await writeSampleComments()
  rmSync(unfinished)
  return count
}

async function hasNoComments(): Promise<boolean> {
  const comment = await db.selectFrom("comment").select("id").limit(1).executeTakeFirst()
  return comment === undefined
}

async function writeSampleComments(): Promise<number> {
  const wallets = ACTORS.map(({ index }) => walletsOf(MNEMONIC)(index).address.toLowerCase())
  const projects = await findCommentedProjects()
  const firstTrades = await findFirstTrades(
    projects.map(({ id }) => id),
    wallets,
  )
  const random = randomStream("comments")
  const drawText = createTextPools(random)
  const comments = projects
    .flatMap((project) => {
      const own = firstTrades.filter(({ projectId }) => projectId === project.id)
      const count = Math.round(random.between(1, MAX_COMMENTERS))
      const byTraders = pickEvenly(own, count).map((trade) =>
        traderComment(project, trade, { drawText, random }),
      )
      const isOurs = !project.options && wallets.includes(project.dev)
      return isOurs ? [...byTraders, creatorComment(project, { drawText, random })] : byTraders
    })
    .filter(({ time }) => time.getTime() < Date.now())
    .sort((a, b) => a.time.getTime() - b.time.getTime())
  const written = await db.selectFrom("comment").select(["project_id", "author"]).execute()
  const keys = new Set(written.map(({ project_id, author }) => `${project_id}:${author}`))
  const missing = comments.filter(({ projectId, wallet }) => !keys.has(`${projectId}:${wallet}`))
  for (const comment of missing) await writeAt(comment)
  return missing.length
}

async function findCommentedProjects(): Promise<Project[]> {
  const ranked = db
    .selectFrom("token as t")
    .leftJoin("market as m", "m.token", "t.address")
    .select(["t.project_id as id", "t.symbol", "t.dev", "t.created_at as createdAt", "m.options"])
    .select(
      sql<number>`row_number() over (partition by m.token is null
        order by coalesce(m.trade_count, t.trade_count) desc, t.project_id)`.as("rank"),
    )
  const { tokens, markets } = COMMENTED_PROJECTS
  return db
    .selectFrom(ranked.as("ranked"))
    .select(["id", "symbol", "dev", "createdAt", "options"])
    .where((eb) =>
      eb.or([
        eb("options", "is", null).and("rank", "<=", tokens),
        eb("options", "is not", null).and("rank", "<=", markets),
      ]),
    )
    .orderBy("id")
    .execute()
}

async function findFirstTrades(projects: number[], actors: string[]): Promise<FirstTrade[]> {
  const wallets = sql<{ wallet: string }>`unnest(${actors}::text[])`
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
  return Array.from({ length: count }, (_, i) => {
    const item = list[Math.floor(((i + 0.5) * list.length) / count)]
    return item === undefined ? [] : [item]
  }).flat()
}

type TextSource = { drawText: ReturnType<typeof createTextPools>; random: RandomStream }

function traderComment(
  project: Project,
  { wallet, time, type, outcome }: FirstTrade,
  { drawText, random }: TextSource,
): Comment {
  const isSale = type.endsWith("sell")
  const kind = outcome !== null ? "outcomeBuyers" : isSale ? "sellers" : "buyers"
  const name = outcome === null ? project.symbol : (project.options?.[outcome] ?? project.symbol)
  const at = time.getTime() + random.between(3, 300) * MINUTE_MS
  return {
    projectId: project.id,
    wallet,
    content: drawText(kind).replaceAll("{name}", name),
    time: new Date(Math.min(at, Date.now() - random.between(1, 20) * MINUTE_MS)),
  }
}

function creatorComment(
  { id, symbol, dev, createdAt }: Project,
  { drawText, random }: TextSource,
): Comment {
  return {
    projectId: id,
    wallet: dev,
    content: drawText("creators").replaceAll("{name}", symbol),
    time: new Date(createdAt.getTime() + random.between(60, 2_000) * MINUTE_MS),
  }
}

/** Draws each text of a kind once before it repeats any. */
function createTextPools(random: RandomStream) {
  const shuffle = (list: readonly string[]) =>
    list
      .map((text) => ({ text, key: random.next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ text }) => text)
  const pools = {
    buyers: shuffle(texts.buyers),
    sellers: shuffle(texts.sellers),
    creators: shuffle(texts.creators),
    outcomeBuyers: shuffle(texts.outcomeBuyers),
  }
  return (kind: keyof typeof pools) => {
    const text = pools[kind].shift() ?? ""
    pools[kind].push(text)
    return text
  }
}

/** The service writes it like any comment; only its time is set to the history's. */
async function writeAt({ wallet, projectId, content, time }: Comment) {
  const { id } = await writeComment(wallet, projectId, content)
  await db.updateTable("comment").set({ created_at: time }).where("id", "=", id).execute()
}

import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import path from "node:path"
import pg from "pg"

/**
 * The same answers with nothing around them: node:http, pg, rows made into JSON by hand. No keys, no limits, no
 * validation.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

const TYPES = ["buy", "sell", "leverage_buy", "leverage_sell"]
const LIMIT = 20

type Query = { page: number; limit: number }

async function list(_: string, { page, limit }: Query) {
  const [{ rows }, total] = await Promise.all([
    pool.query(
      `select p.id, t.address, t.name, t.symbol, p.description, t.dev, p.image, t.multiplier,
        t.is_prediction as "isPrediction", t.prediction_type as "predictionType",
        null as "predictionStatus", t.created_at as "createdAt", t.last_activity_at as "lastActivityAt"
      from (
        select * from token where not is_prediction order by created_at desc, project_id desc
        limit $1 offset $2
      ) t join project p on p.id = t.project_id order by t.created_at desc, t.project_id desc`,
      [limit, (page - 1) * limit],
    ),
    pool.query("select count(*)::int from token where not is_prediction"),
  ])
  const { count } = total.rows[0]
  return { data: rows, pagination: { total: count, page, limit, hasMore: count > page * limit } }
}

async function candles(address: string) {
  const week = Math.floor((Date.now() - 7 * 86_400_000) / 3_600_000) * 3_600
  const { rows } = await pool.query(
    `select bucket::float8 * 1000 as time, open::float8, high::float8, low::float8, close::float8
    from candle where token = $1 and interval_seconds = 3600 and bucket >= $2 and bucket < $3
    order by bucket desc limit 500`,
    [address, week, Math.ceil(Date.now() / 1000)],
  )
  return { data: rows.reverse(), interval: "1h", count: rows.length }
}

async function trades(address: string) {
  const { rows } = await pool.query(
    `select t.id, t.token, t.type, t.amount_token, t.amount_usdc, t."user",
      trim_scale(t.price / 1e18)::text as price, encode(tx.hash, 'hex') as hash, tx.block_number,
      t.time, t.routing_leg
    from trade t join tx on tx.id = t.tx_id where t.token = $1 order by t.id desc limit 21`,
    [address],
  )
  const data = rows.slice(0, LIMIT).map((row) => ({
    id: Number(row.id),
    contractAddress: row.token,
    type: TYPES[row.type],
    amountToken: row.amount_token,
    amountUSDC: row.amount_usdc,
    user: row.user,
    price: row.price,
    txHash: `0x${row.hash}`,
    blockNumber: row.block_number,
    timestamp: row.time,
    routingLeg: row.routing_leg,
  }))
  const hasMore = rows.length > LIMIT
  const nextCursor = hasMore ? `${data.at(-1)?.id}` : null
  return { data, pagination: { limit: LIMIT, hasMore, nextCursor } }
}

const answers: Record<string, (address: string, query: Query) => Promise<unknown>> = {
  list,
  candles,
  trades,
}

const pages = new Map<string, Buffer>()

/** The document of a page, as it was compressed once. */
function readPage(name: string) {
  const folder = process.env.BENCH_PAGES ?? ""
  const page = pages.get(name) ?? readFileSync(path.join(folder, `${name}.html.br`))
  pages.set(name, page)
  return page
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost")
  const [, name = "", address = ""] = pathname.split("/")
  const page = Number(searchParams.get("page") ?? 1)
  const limit = Number(searchParams.get("limit") ?? LIMIT)
  try {
    if (name === "page") {
      const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "br" }
      response.writeHead(200, headers).end(readPage(address))
      return
    }
    const body = JSON.stringify((await answers[name]?.(address, { page, limit })) ?? null)
    response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" }).end(body)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})

server.listen(Number(process.env.PORT), "127.0.0.1")

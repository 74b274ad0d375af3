import { createServer } from "node:http"
import pg from "pg"

/**
 * The same answers with nothing around them: node:http, pg, rows made into JSON by hand. No keys, no
 * limits, no checks of what is asked.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const MAIN = process.env.BENCH_MAIN ?? ""
const USDB = process.env.BENCH_USDB ?? ""

const TYPES = ["buy", "sell", "leverage_buy", "leverage_sell"]

const SUMMARY = `p.id, t.address, t.name, t.symbol, p.description, t.dev, p.image, t.multiplier,
  t.is_prediction as "isPrediction", t.prediction_type as "predictionType",
  null as "predictionStatus", t.created_at as "createdAt", t.last_activity_at as "lastActivityAt"`

const FROM = "from token t join project p on p.id = t.project_id"

async function list() {
  const [rows, total] = await Promise.all([
    pool.query(
      `select ${SUMMARY} ${FROM} order by t.created_at desc, t.project_id desc limit 20 offset 0`,
    ),
    pool.query("select count(*)::int from token"),
  ])
  const { count } = total.rows[0]
  return {
    data: rows.rows,
    pagination: { total: count, page: 1, limit: 20, hasMore: count > 20 },
  }
}

async function detail(address: string) {
  const { rows } = await pool.query(
    `select ${SUMMARY}, p.website, p.telegram, p.socialx, p.metadata_url as "metadataUrl",
      p.vetted as "projectedVetted",
      round(2 * t.reserve1 * hub.reserve1 / hub.reserve0 / 1e18, 2)::float8 as "liquidityUSD",
      (select round(2 * t.first_reserve1 * s.reserve1 / s.reserve0 / 1e18, 2)::float8
        from pool_sync s where s.token = $2 and s.id <= t.first_sync_id
        order by s.id desc limit 1) as "startingLiquidityUSD",
      trim_scale(trunc(t.reserve1 * hub.reserve1 / (t.reserve0 * hub.reserve0), 18))::text as "priceUsd"
    ${FROM} join token hub on hub.address = $2 where t.address = $1`,
    [address, MAIN],
  )
  const { website, telegram, socialx, metadataUrl, projectedVetted, ...row } = rows[0]
  const { liquidityUSD, startingLiquidityUSD, priceUsd, ...summary } = row
  const rest = {
    projectedVetted,
    quoteToken: address === MAIN ? USDB : MAIN,
    priceUsd,
    metadataUrl,
  }
  return {
    data: {
      ...summary,
      endTime: null,
      eventType: null,
      website,
      telegram,
      socialx,
      twitterx: socialx,
      predictionOptions: null,
      liquidityUSD,
      startingLiquidityUSD,
      ...rest,
      resolution: null,
    },
  }
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
    `select t.id, t.type, t.amount_token, t.amount_usdc, t."user",
      trim_scale(t.price / 1e18)::text as price, encode(tx.hash, 'hex') as hash, tx.block_number,
      t.time, t.routing_leg
    from trade t join tx on tx.id = t.tx_id where t.token = $1 order by t.id desc limit 21`,
    [address],
  )
  const data = rows.slice(0, 20).map((row) => ({
    id: Number(row.id),
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
  const hasMore = rows.length > 20
  const nextCursor = hasMore ? `${data.at(-1)?.id}` : null
  return { data, pagination: { limit: 20, hasMore, nextCursor } }
}

const answers: Record<string, (address: string) => Promise<unknown>> = {
  list,
  detail,
  candles,
  trades,
}

const server = createServer(async (request, response) => {
  const [, name = "", address = ""] = (request.url ?? "").split("/")
  const answer = answers[name]
  if (!answer) {
    response.writeHead(404).end()
    return
  }
  try {
    const body = JSON.stringify(await answer(address))
    response.writeHead(200, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
    })
    response.end(body)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})

server.listen(Number(process.env.PORT), "127.0.0.1")

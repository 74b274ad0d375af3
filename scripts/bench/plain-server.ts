import { createServer } from "node:http"
import pg from "pg"
import { computePredictionStatus, computeWindows } from "@/lib/markets/status"

/**
 * The same answers with nothing around them: node:http, pg, rows made into JSON by hand, 404 for what is not there. No
 * keys, no limits, no checks of what is asked.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const MAIN = process.env.BENCH_MAIN ?? ""
const USDB = process.env.BENCH_USDB ?? ""

const TYPES = ["buy", "sell", "leverage_buy", "leverage_sell"]

const FACTS = `m.kind, m.end_time as "endTime", m.challenge_seconds as "challengeSeconds",
  m.voting_seconds as "votingSeconds", m.veto_seconds as "vetoSeconds",
  m.proposed_at as "proposedAt", m.disputed_at as "disputedAt", m.vetoed_at as "vetoedAt",
  m.first_vote_at as "firstVoteAt", m.final_outcome as "finalOutcome",
  m.invalidated_at as "invalidatedAt"`

const SUMMARY = `p.id, t.address, t.name, t.symbol, p.description, t.dev, p.image, t.multiplier,
  t.is_prediction as "isPrediction", t.prediction_type as "predictionType",
  null as "predictionStatus", t.created_at as "createdAt", t.last_activity_at as "lastActivityAt"`

const FROM = "from token t join project p on p.id = t.project_id"

class NotFound extends Error {}

/** Rows say by themselves that what they are of is there. */
async function requireRow(table: "token" | "market", address: string) {
  const column = table === "token" ? "address" : "token"
  const { rows } = await pool.query(`select 1 from ${table} where ${column} = $1`, [address])
  if (rows.length === 0) throw new NotFound()
}

type Page = { page: number; limit: number; cursor: string }

const list = (_: string, page: Page) => listWhere("", page)

const markets = (_: string, page: Page) => listWhere("where t.is_prediction", page)

async function listWhere(where: string, { page, limit }: Page) {
  const [{ rows }, total] = await Promise.all([
    pool.query(
      `select ${SUMMARY}, case when m.token is not null then row_to_json(facts) end as facts
      from (
        select * from token t ${where} order by created_at desc, project_id desc limit $1 offset $2
      ) t join project p on p.id = t.project_id
      left join market m on m.token = t.address cross join lateral (select ${FACTS}) facts
      order by t.created_at desc, t.project_id desc`,
      [limit, (page - 1) * limit],
    ),
    pool.query(`select count(*)::int from token t ${where}`),
  ])
  const { count } = total.rows[0]
  const now = new Date()
  return {
    data: rows.map(({ facts, ...row }) => ({
      ...row,
      predictionStatus: facts && computePredictionStatus(dated(facts), now),
    })),
    pagination: { total: count, page, limit, hasMore: count > page * limit },
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
  if (rows.length === 0) throw new NotFound()
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

/** JSON has no dates. */
function dated(facts: Record<string, unknown>) {
  const entries = Object.entries(facts).map(([name, value]) =>
    typeof value === "string" && name !== "kind" ? [name, new Date(value)] : [name, value],
  )
  return Object.fromEntries(entries)
}

async function market(address: string) {
  const [{ data }, { rows }] = await Promise.all([
    detail(address),
    pool.query(
      `select ${FACTS}, m.options, m.round, m.proposed_outcome as "proposedOutcome", m.proposer,
        m.disputed_outcome as "disputedOutcome", m.disputer, m.veto_outcome as "vetoOutcome",
        m.vetoer, m.resolved_at as "resolvedAt"
      from market m where m.token = $1`,
      [address],
    ),
  ])
  const { options, round, resolvedAt, ...row } = rows[0]
  const { proposedOutcome, proposer, disputedOutcome, disputer, vetoOutcome, vetoer, ...facts } =
    row
  const { proposedAt, disputedAt, vetoedAt, finalOutcome } = facts
  const status = computePredictionStatus(facts, new Date())
  const resolution = {
    bettable: status !== "resolved" && status !== "invalidated",
    poolOpen: status === "active",
    round,
    ...{ proposedOutcome, proposer, proposedAt, disputedOutcome, disputer, disputedAt },
    ...{ vetoOutcome, vetoer, vetoedAt, finalOutcome, resolvedAt },
    ...computeWindows(facts),
  }
  const predictionOptions = options.map((name: string, index: number) => ({ index, name }))
  const ofMarket = { predictionStatus: status, eventType: "public", endTime: facts.endTime }
  return { data: { ...data, ...ofMarket, predictionOptions, resolution } }
}

async function liquidity(address: string, { cursor }: Page) {
  const { rows } = await pool.query(
    `select s.*, encode(tx.hash, 'hex') as hash, tx.block_number from share_trade s
    join tx on tx.id = s.tx_id where s.token = $1 and s.id < $2 order by s.id desc limit 21`,
    [address, cursor],
  )
  if (rows.length === 0) await requireRow("market", address)
  const data = rows.slice(0, 20).map((row) => ({
    id: Number(row.id),
    buyer: row.buyer,
    outcomeId: row.outcome,
    shares: row.shares,
    usdcSpent: row.usdc,
    tradeType: "buy",
    newReserve: row.reserve,
    newTotalReserve: row.total_reserve,
    txHash: `0x${row.hash}`,
    blockNumber: row.block_number,
    timestamp: row.time,
    probability: Number(row.reserve) / Number(row.total_reserve),
  }))
  const hasMore = rows.length > 20
  return {
    data,
    pagination: { limit: 20, hasMore, nextCursor: hasMore ? `${data.at(-1)?.id}` : null },
  }
}

/** The index is (token, status, row_id): three walks along it are merged, without reading the table. */
const PLACES = `select * from (${["ACTIVE", "FILLED", "CANCELLED"]
  .map(
    (status) => `(select status, row_id from market_order where token = $1 and status = '${status}'
      order by row_id desc)`,
  )
  .join(" union all ")}) found order by row_id desc limit 20 offset $2`

async function orders(address: string, { page }: Page) {
  const skip = (page - 1) * 20
  const [{ rows }, total] = await Promise.all([
    pool.query(
      `select o.*, encode(tx.hash, 'hex') as hash from (${PLACES}) place
      join market_order o on o.token = $1 and o.status = place.status and o.row_id = place.row_id
      join tx on tx.id = o.tx_id order by o.row_id desc`,
      [address, skip],
    ),
    pool.query(
      "select coalesce(sum(orders), 0)::int as count from market_order_count where token = $1",
      [address],
    ),
  ])
  if (rows.length === 0) await requireRow("token", address)
  const { count } = total.rows[0]
  const data = rows.map((row) => ({
    id: row.public_id,
    orderId: row.order_id,
    seller: row.seller,
    outcomeId: row.outcome,
    amount: row.amount,
    pricePerShare: row.price,
    status: row.status,
    createdAt: row.created_at,
    totalAmount: row.total_amount,
    txHash: `0x${row.hash}`,
    updatedAt: row.updated_at,
  }))
  return { data, pagination: { total: count, page, limit: 20, hasMore: count > page * 20 } }
}

async function candles(address: string) {
  const week = Math.floor((Date.now() - 7 * 86_400_000) / 3_600_000) * 3_600
  const { rows } = await pool.query(
    `select bucket::float8 * 1000 as time, open::float8, high::float8, low::float8, close::float8
    from candle where token = $1 and interval_seconds = 3600 and bucket >= $2 and bucket < $3
    order by bucket desc limit 500`,
    [address, week, Math.ceil(Date.now() / 1000)],
  )
  if (rows.length === 0) await requireRow("token", address)
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
  if (rows.length === 0) await requireRow("token", address)
  const data = rows.slice(0, 20).map((row) => ({
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
  const hasMore = rows.length > 20
  const nextCursor = hasMore ? `${data.at(-1)?.id}` : null
  return { data, pagination: { limit: 20, hasMore, nextCursor } }
}

const answers: Record<string, (address: string, page: Page) => Promise<unknown>> = {
  list,
  detail,
  candles,
  trades,
  markets,
  market,
  liquidity,
  orders,
}

const server = createServer(async (request, response) => {
  const [at = "", query] = (request.url ?? "").split("?")
  const [, name = "", address = ""] = at.split("/")
  const parameters = new URLSearchParams(query)
  const page = {
    page: Number(parameters.get("page") ?? 1),
    limit: Number(parameters.get("limit") ?? 20),
    cursor: parameters.get("cursor") ?? `${Number.MAX_SAFE_INTEGER}`,
  }
  const answer = answers[name]
  if (!answer) {
    response.writeHead(404).end()
    return
  }
  try {
    const body = JSON.stringify(await answer(address, page))
    response.writeHead(200, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
    })
    response.end(body)
  } catch (error) {
    response.writeHead(error instanceof NotFound ? 404 : 500).end(String(error))
  }
})

server.listen(Number(process.env.PORT), "127.0.0.1")

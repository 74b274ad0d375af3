import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely"
import type { Database } from "@/lib/generated/database"

type Direction = "asc" | "desc"

/** Rows of a list in the order of an index, and the condition of those that it lacks. */
type Part = {
  /** Joins behind the token `t`, and further conditions. */
  from?: RawBuilder<unknown>
  where: RawBuilder<SqlBool>
  order?: Expression<unknown>
  /** Whatever the direction of the list. */
  isAscending?: boolean
}

type Candidates = {
  conditions: readonly Expression<SqlBool>[]
  /** Each in the order of an index; all rows of one without an order. */
  first: readonly Part[]
  /** Of tokens in no part: they come by their number, where the first parts are not enough. */
  rest: readonly RawBuilder<SqlBool>[]
  /** Whether the rest may come between the rows of the first parts. */
  isMixed?: boolean
  direction: Direction
  depth: number
}

type Listed = { t: Database["token"] }

const { ref } = expressionBuilder<Listed, "t">()

/** The number of rows that are compared for a page: a power of two, so that pages share few statements. */
export const depthOf = ({ skip, take }: { skip: number; take: number }) =>
  2 ** Math.ceil(Math.log2(skip + take))

/** A condition that leaves those tokens which may be on a page, so that a list of very many need not be sorted. */
export function isCandidate(candidates: Candidates) {
  const { conditions, first, rest, isMixed = false, direction, depth } = candidates
  const toward = direction === "asc" ? sql`` : sql` desc`
  const number = sql`${ref("t.project_id")}${toward}`
  const limit = sql`limit ${sql.lit(depth)}`
  const select = ({ from = sql``, where }: Part) => sql`select ${ref("t.address")} as address
    from ${sql.table("token")} t ${from} where ${sql.join([...conditions, where], sql` and `)}`
  const firstParts = first.map((part) =>
    part.order
      ? sql`(${select(part)} order by ${part.order}${part.isAscending ? sql`` : toward}, ${number} ${limit})`
      : sql`(${select(part)})`,
  )
  const restParts = rest.map((where) => {
    const isNeeded = sql<SqlBool>`(select count(*) from nearest) < ${sql.lit(depth)}`
    const condition = isMixed ? where : sql<SqlBool>`${isNeeded} and ${where}`
    return sql`(${select({ where: condition })} order by ${number} ${limit})`
  })
  const parts = sql.join([sql`select address from nearest`, ...restParts], sql` union all `)
  return sql<SqlBool>`${ref("t.address")} = any(array(
    with nearest as materialized (${sql.join(firstParts, sql` union all `)}) ${parts}
  ))`
}

const joinOf = (table: keyof Database) =>
  sql`join ${sql.table(table)} j on j.token = ${ref("t.address")}`

const isAbsent = (table: keyof Database, condition: RawBuilder<SqlBool> = sql`true`) =>
  sql<SqlBool>`not exists (
    select from ${sql.table(table)} j where j.token = ${ref("t.address")} and ${condition})`

type Parts = Pick<Candidates, "first" | "rest" | "isMixed">

const isYoung = sql<SqlBool>`${ref("t.created_at")} > now() - interval '24 hours'`

/** Young tokens and old ones have a factor each, and so has TIDE: among these the change in TIDE decides. */
const byChange = (mainToken: Expression<string>): Parts => {
  const isMain = sql<SqlBool>`${ref("t.address")} = ${mainToken}`
  const ages = [isYoung, sql<SqlBool>`not ${isYoung}`]
  return {
    first: [
      { where: isMain },
      ...ages.map((age) => ({
        from: joinOf("token_day"),
        where: sql<SqlBool>`${age} and not ${isMain}`,
        order: sql`coalesce(j.moved, 1)`,
      })),
    ],
    rest: ages.map((age) => sql<SqlBool>`${age} and ${isAbsent("token_day")}`),
    isMixed: true,
  }
}

const isReserved = sql<SqlBool>`${ref("t.reserve1")} is not null`
const isPriced = sql<SqlBool>`${ref("t.reserve0")} > 0`
const isProgressing = sql<SqlBool>`j.bonding_target > 0 and j.bonding_needed is not null`
const isEnding = sql<SqlBool>`j.end_time > now()`

/** Prices and liquidity are of TIDE, which is compared with all; conditions and orders are those of the indexes. */
const byPool = (
  mainToken: Expression<string>,
  isKnown: RawBuilder<SqlBool>,
  order: Expression<unknown>,
) => ({
  first: [
    { where: sql<SqlBool>`${isKnown} and ${ref("t.address")} <> ${mainToken}`, order },
    { where: sql<SqlBool>`${ref("t.address")} = ${mainToken}` },
  ],
  rest: [sql<SqlBool>`(${isKnown}) is not true and ${ref("t.address")} <> ${mainToken}`],
})

/** How lists of tokens without markets are sorted. */
export const tokenParts = {
  active: (): Parts => ({
    first: [{ from: joinOf("token_day"), where: sql`true`, order: sql`j.volume` }],
    rest: [isAbsent("token_day")],
  }),
  holders: (): Parts => ({
    first: [{ where: sql`true`, order: ref("t.holder_count") }],
    rest: [],
  }),
  change: byChange,
  price: (mainToken: Expression<string>): Parts =>
    byPool(mainToken, isPriced, sql`(${ref("t.reserve1")} / ${ref("t.reserve0")})`),
  liquidity: (mainToken: Expression<string>): Parts =>
    byPool(mainToken, isReserved, ref("t.reserve1")),
  progress: (): Parts => ({
    first: [
      {
        from: joinOf("token_reading"),
        where: isProgressing,
        order: sql`(1 - j.bonding_needed / j.bonding_target)`,
      },
    ],
    rest: [isAbsent("token_reading", isProgressing)],
  }),
} satisfies Record<string, (mainToken: Expression<string>) => Parts>

export const isPartedSort = (sort: string): sort is keyof typeof tokenParts => sort in tokenParts

/** How lists of tokens and markets are sorted; `isPrediction` is what the list is of, if not of both. */
export const rankedParts = {
  volume: (): Parts => ({
    first: (["market_day", "token_day"] as const).map((table) => ({
      from: joinOf(table),
      where: sql`true`,
      order: sql`j.volume`,
    })),
    rest: [sql<SqlBool>`${isAbsent("market_day")} and ${isAbsent("token_day")}`],
  }),
  liquidity: (mainToken: Expression<string>, isPrediction: boolean | undefined): Parts => {
    const pools = byPool(
      mainToken,
      sql<SqlBool>`not ${ref("t.is_prediction")} and ${isReserved}`,
      ref("t.reserve1"),
    )
    const markets = { from: joinOf("market"), where: sql<SqlBool>`true`, order: sql`j.paid_in` }
    return {
      first: [
        ...(isPrediction === false ? [] : [markets]),
        ...(isPrediction === true ? [] : pools.first),
      ],
      rest: pools.rest.map((isOther) => sql<SqlBool>`${isOther} and ${isAbsent("market")}`),
    }
  },
  ending: (): Parts => ({
    first: [{ from: joinOf("market"), where: isEnding, order: sql`j.end_time`, isAscending: true }],
    rest: [isAbsent("market", isEnding)],
  }),
}

export const isRankedSort = (sort: string): sort is keyof typeof rankedParts => sort in rankedParts

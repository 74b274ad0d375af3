import { type Expression, sql } from "kysely"
import { zeroAddress } from "viem"
import { z } from "zod"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { units } from "@/lib/http/wire"
import { selectDayStartId } from "@/lib/tokens/trades/queries"
import { type HolderTable, holderRow } from "./schema"

const contractLabels = [
  ["mainToken", "TIDE contract"],
  ["swap", "Swap router"],
  ["taxes", "Tax splitter"],
  ["factory", "Token factory"],
  ["usdb", "USDB contract"],
  ["vesting", "Vesting contract"],
  ["staking", "Vault"],
  ["loanHub", "Loan contract"],
  ["leverage", "Leverage contract"],
  ["marketTrading", "Prediction markets"],
  ["privateMarket", "Private markets"],
  ["resolver", "Market resolver"],
] as const

/**
 * Names of the token's own contract and of the address book's contracts, by address. Their balances belong to the
 * platform or to many wallets, so concentration leaves them out.
 */
function listContractNames(token: string): Map<string, string> {
  const book = getDeployment()
  const deployed = contractLabels.filter(([contract]) => book[contract] !== zeroAddress)
  return new Map<string, string>([
    ...deployed.map(([contract, label]) => [book[contract], label] as const),
    [token, "This token's pool"],
  ])
}

const TOP_HOLDERS = 10

const tableRow = holderRow.extend({ pool: z.string().nullable(), dayTraded: units })
const totalsRow = z.object({ supply: units, topTen: units, creator: units })

const holdersOf = (token: Expression<string>) =>
  db.selectFrom("holder").where("token", "=", token).where("balance", ">", sql.lit("0"))

const selectSupply = (token: Expression<string>) =>
  db.selectFrom("token").select("holder_supply as supply").where("address", "=", token)

/** The largest holders with their volume of a day. A token's contract is named as the pool of its symbol. */
const readLargest = statement({ token: "text", limit: "integer" }, ({ token, limit }) => {
  const largest = holdersOf(token)
    .select(["wallet", "balance"])
    .orderBy("balance", "desc")
    .orderBy("wallet")
    .limit(limit)
  return db
    .selectFrom(largest.as("largest"))
    .crossJoin(selectSupply(token).as("whole"))
    .leftJoin("token as pool", "pool.address", "largest.wallet")
    .select(({ ref, selectFrom }) => {
      const dayTraded = selectFrom("trade as d")
        .select((day) => {
          const amount = day.ref("d.amount_token")
          return sql<string>`coalesce(sum(case when ${day.ref("d.type")} in (0, 2)
            then ${amount} else -${amount} end), 0)`.as("traded")
        })
        .where("d.token", "=", token)
        .whereRef("d.user", "=", "largest.wallet")
        .where((day) => sql<boolean>`${day.ref("d.type")} in (0, 1, 2, 3)`)
        .where("d.id", ">=", selectDayStartId())
      return [
        "largest.wallet",
        "largest.balance",
        sql<number>`coalesce(div(${ref("largest.balance")} * 10000, nullif(${ref("whole.supply")}, 0)), 0)::int`.as(
          "share",
        ),
        "pool.symbol as pool",
        dayTraded.as("dayTraded"),
      ]
    })
    .orderBy("largest.balance", "desc")
    .orderBy("largest.wallet")
})

/** `platform` are contracts of the platform: these and the pools of tokens are no wallets. */
const readTotals = statement(
  { token: "text", creator: "text", platform: "text[]" },
  ({ token, creator, platform }) => {
    const largest = holdersOf(token)
      .select("balance")
      .where(({ ref }) => sql<boolean>`${ref("wallet")} <> all(${platform})`)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("token").select("address").whereRef("address", "=", "wallet"))),
      )
      .orderBy("balance", "desc")
      .limit(TOP_HOLDERS)
    const creatorBalance = holdersOf(token).select("balance").where("wallet", "=", creator)
    return db.selectNoFrom(({ fn, lit }) => [
      fn.coalesce(selectSupply(token), lit(0)).as("supply"),
      fn
        .coalesce(
          db.selectFrom(largest.as("largest")).select(({ fn: of }) => of.sum("balance").as("sum")),
          lit(0),
        )
        .as("topTen"),
      fn.coalesce(creatorBalance, lit(0)).as("creator"),
    ])
  },
)

/** The `limit` largest holders of a token by name, and its concentration. */
export async function findHolderTable(
  { address, dev }: { address: string; dev: string },
  limit: number,
): Promise<HolderTable> {
  const labels = listContractNames(address)
  const [largest, [totals]] = await Promise.all([
    readLargest({ token: address, limit }),
    readTotals({ token: address, creator: dev, platform: [...labels.keys()] }),
  ])
  const { supply, topTen, creator } = totalsRow.parse(totals)
  const toShare = (balance: bigint) => (supply === 0n ? 0 : Number((balance * 10_000n) / supply))
  return {
    supply,
    holders: tableRow
      .array()
      .parse(largest)
      .map(({ pool, ...row }) => {
        const label = labels.get(row.wallet) ?? (pool === null ? null : `Pool of ${pool}`)
        return { ...row, label }
      }),
    topTenShare: topTen === 0n ? null : toShare(topTen),
    creatorBalance: creator,
    creatorShare: toShare(creator),
  }
}

import { type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import { integerText, isoText } from "@/lib/db/codecs"
import { jsonArrayOf, jsonObject, present } from "@/lib/db/json-answer"
import { constant, type Placeholders } from "@/lib/db/statement"
import type { RawBody } from "@/lib/http/response"
import type { Asset } from "./assets"
import type { PositionState, Side } from "./constants"
import { type AssetContract, listAssetContracts } from "./contracts"
import { bettingEndColumn, outcomeName } from "./queries"
import { walletRounds } from "./schema"

/** Entries of a list in GET /api/v1/me/updown. */
const MOST_ENTRIES = 100

const ofWallet = {
  wallet: "text",
  /** As JSON in the query's text: with lists as parameters PostgreSQL would plan it again each time. */
  contracts: constant<string>(),
} as const

/** The contracts of the deployment; without any, one that has no rows. */
function listContracts(json: string): AssetContract[] {
  const contracts: AssetContract[] = JSON.parse(json)
  return contracts.length > 0 ? contracts : [{ asset: "btc", contract: "" }]
}

const isDeployed = (contract: Expression<string>, contracts: string) =>
  sql<boolean>`${contract} in (${sql.join(listContracts(contracts).map((each) => sql.lit(each.contract)))})`

/** The wallet's newest positions in a state, with their assets and rounds. */
function newestPositions(
  { wallet, contracts }: Placeholders<typeof ofWallet>,
  state: PositionState,
) {
  const rows = listContracts(contracts).map(
    ({ asset, contract }) => sql`(${sql.lit(contract)}, ${sql.lit(asset)})`,
  )
  const names = sql<{ contract: string; token: Asset }>`(values ${sql.join(rows)})`
  return db
    .selectFrom(
      db
        .selectFrom("updown_position as m")
        .selectAll("m")
        .where("m.wallet", "=", wallet)
        .where("m.state", "=", sql.lit(state))
        .where(({ ref }) => isDeployed(ref("m.contract"), contracts))
        .orderBy("m.bet_id", "desc")
        .limit(sql.lit(MOST_ENTRIES))
        .as("p"),
    )
    .innerJoin(names.as<"known">(sql`known (contract, token)`), "known.contract", "p.contract")
    .innerJoin("updown_round as r", (join) =>
      join
        .onRef("r.contract", "=", "p.contract")
        .onRef("r.tf", "=", "p.tf")
        .onRef("r.round_id", "=", "p.round_id"),
    )
    .select(({ ref }) => [
      "known.token",
      "p.contract",
      "p.tf",
      "p.round_id as roundId",
      sql<Side>`case ${ref("p.side")} when 1 then 'bull' else 'bear' end`.as("side"),
      integerText(ref("p.stake")).as("stakeUsdb"),
    ])
    .orderBy("p.bet_id", "desc")
}

const readWalletRounds = jsonObject({
  name: "price rounds of a wallet",
  response: walletRounds,
  parameters: ofWallet,
  row: (placeholders) =>
    db
      .selectFrom("updown_wallet as w")
      .select(({ ref }) => {
        const sumOf = (column: "stake" | "payout") =>
          sql<string>`coalesce(sum(${ref(`w.${column}`)}), 0)::text`
        const countOf = (
          column: "bets" | "rounds" | "wins" | "losses" | "refunds" | "active" | "claimable",
        ) => sql<number>`coalesce(sum(${ref(`w.${column}`)}), 0)::int`
        return [
          placeholders.wallet.as("wallet"),
          countOf("bets").as("totalBetEvents"),
          countOf("rounds").as("distinctRoundsBet"),
          sumOf("stake").as("totalStakeUsdb"),
          sumOf("payout").as("totalPayoutUsdb"),
          sql<string>`coalesce(sum(${ref("w.payout")} - ${ref("w.stake")}), 0)::text`.as("netUsdb"),
          countOf("wins").as("wins"),
          countOf("losses").as("losses"),
          countOf("refunds").as("refunds"),
          countOf("active").as("activeBetsCount"),
          countOf("claimable").as("claimableCount"),
          jsonArrayOf(
            newestPositions(placeholders, "active").select((line) => [
              isoText(line.ref("p.placed_at")).as("placedAt"),
              isoText(bettingEndColumn).as("bettingEndsAt"),
              isoText(line.ref("r.end_time")).as("endTime"),
            ]),
          ).as("activeBets"),
          jsonArrayOf(
            newestPositions(placeholders, "claimable").select((line) =>
              outcomeName(line).as("outcome"),
            ),
          ).as("claimableBets"),
        ]
      })
      .where("w.wallet", "=", placeholders.wallet)
      .where(({ ref }) => isDeployed(ref("w.contract"), placeholders.contracts)),
})

/** GET /api/v1/me/updown. */
export async function findWalletRoundsJson(wallet: string): Promise<RawBody> {
  const contracts = JSON.stringify(listAssetContracts())
  return present(await readWalletRounds({ wallet, contracts }))
}

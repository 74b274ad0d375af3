import { sql } from "kysely"
import type { RawBody } from "@/lib/api/response"
import { db } from "@/lib/db/client"
import { integerText, isoText } from "@/lib/db/codecs"
import { jsonArrayOf, jsonObject, present } from "@/lib/db/json-answer"
import type { Placeholders } from "@/lib/db/statement"
import type { Asset } from "./assets"
import type { PositionState, Side } from "./constants"
import { listAssetContracts } from "./contracts"
import { outcomeName } from "./queries"
import { walletRounds } from "./schema"

/** Entries of a list in GET /api/v1/me/updown. */
const MOST_ENTRIES = 100

const ofWallet = { wallet: "text", contracts: "text[]", tokens: "text[]" } as const

/** The wallet's newest positions in a state, with their assets and rounds. */
function newestPositions(
  { wallet, contracts, tokens }: Placeholders<typeof ofWallet>,
  state: PositionState,
) {
  const known = sql<{ contract: string; token: Asset }>`unnest(${contracts}, ${tokens})`
  return db
    .selectFrom(
      db
        .selectFrom("updown_position as m")
        .selectAll("m")
        .where("m.wallet", "=", wallet)
        .where("m.state", "=", sql.lit(state))
        .where(({ ref }) => sql<boolean>`${ref("m.contract")} = any(${contracts})`)
        .orderBy("m.bet_id", "desc")
        .limit(sql.lit(MOST_ENTRIES))
        .as("p"),
    )
    .innerJoin(known.as<"known">(sql`known (contract, token)`), "known.contract", "p.contract")
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
  row: (given) =>
    db
      .selectFrom("updown_wallet as w")
      .select(({ ref }) => {
        const sumOf = (column: "stake" | "payout") =>
          sql<string>`coalesce(sum(${ref(`w.${column}`)}), 0)::text`
        const countOf = (
          column: "bets" | "rounds" | "wins" | "losses" | "refunds" | "active" | "claimable",
        ) => sql<number>`coalesce(sum(${ref(`w.${column}`)}), 0)::int`
        return [
          given.wallet.as("wallet"),
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
            newestPositions(given, "active").select((line) => [
              isoText(line.ref("p.placed_at")).as("placedAt"),
              isoText(line.ref("r.end_time")).as("endTime"),
            ]),
          ).as("activeBets"),
          jsonArrayOf(
            newestPositions(given, "claimable").select((line) => outcomeName(line).as("outcome")),
          ).as("claimableBets"),
        ]
      })
      .where("w.wallet", "=", given.wallet)
      .where(({ ref }) => sql<boolean>`${ref("w.contract")} = any(${given.contracts})`),
})

/** GET /api/v1/me/updown. */
export async function findWalletRoundsJson(wallet: string, snapshot?: string): Promise<RawBody> {
  const known = listAssetContracts()
  const contracts = known.map(({ contract }) => contract)
  const tokens = known.map(({ asset }) => asset)
  return present(await readWalletRounds({ wallet, contracts, tokens }, snapshot))
}

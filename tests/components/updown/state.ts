import { WAD } from "@/lib/units"
import { type AssetRounds, PRICE_UNIT, type RoundState } from "@/lib/updown/view"

/** A round of five minutes that starts at 1,000, with 300 USDB on up and 100 on down. */
export const round: RoundState = {
  roundId: 7,
  startTime: 1_000,
  endTime: 1_300,
  startPrice: 95_000n * PRICE_UNIT,
  reserves: { bull: 800n * WAD, bear: 600n * WAD },
  bullPool: 300n * WAD,
  bearPool: 100n * WAD,
  sharesBull: 450n * WAD,
  sharesBear: 180n * WAD,
  seedBonus: 5n * WAD,
  ...{ outcome: "pending", seedPaid: 0n },
  endPrice: null,
  endPriceRoundId: null,
  settledAt: null,
}

export const feed = {
  roundId: (1n << 64n) + 50n,
  price: 95_100n * PRICE_UNIT,
  updatedAt: 1_090,
  usualGap: 30,
}

export const assetRounds: AssetRounds = {
  asset: "btc",
  contract: "0x00000000000000000000000000000000000000b0",
  isPaused: false,
  minBet: WAD,
  feed,
  rounds: [round, null, null, null, null],
}

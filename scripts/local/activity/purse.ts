import type { Player } from "../sample/cast"
import { FAUCET_AMOUNT, OPERATOR } from "../sample/stage"
import type { Venue } from "./venue"

/** A grant of the operator lasts for so many trades. */
const GRANT_SIZES = 5n

/** The faucet when it is due and enough, else the operator. */
export async function fund(
  venue: Venue,
  player: Pick<Player, "index">,
  amount: bigint,
  { money, nextClaimAt }: { money: bigint; nextClaimAt: bigint },
) {
  const isDue = nextClaimAt < BigInt(Math.floor(Date.now() / 1000))
  if (isDue && money + FAUCET_AMOUNT >= amount) {
    return venue.send(player.index, { kind: "faucet", referrer: null })
  }
  return venue.send(OPERATOR, { kind: "mint", to: player.index, amount: GRANT_SIZES * amount })
}

import { WAD } from "@/lib/units"
import { OPERATOR } from "../accounts"
import type { Actor } from "../sample/actors"
import type { LocalExchange } from "./exchange"

/** What a claim from the faucet gives. */
const FAUCET_AMOUNT = 100n * WAD

/** A grant of the operator lasts for so many trades. */
const TRADES_PER_GRANT = 5n

/** The faucet when it is due and enough, else the operator. */
export async function fundWallet(
  exchange: LocalExchange,
  actor: Pick<Actor, "index">,
  amount: bigint,
  { money, nextClaimAt }: { money: bigint; nextClaimAt: bigint },
) {
  const isDue = nextClaimAt < BigInt(Math.floor(Date.now() / 1000))
  if (isDue && money + FAUCET_AMOUNT >= amount) {
    return exchange.send(actor.index, { kind: "faucet", referrer: null })
  }
  return exchange.send(OPERATOR, {
    kind: "mint",
    to: actor.index,
    amount: TRADES_PER_GRANT * amount,
  })
}

import { zeroAddress } from "viem"
import { judgeReferrer, readChains } from "@/lib/referrals/rules"
import { findOpenPayouts } from "./payout-rows"
import { invalidReferrer } from "./treasury"

/**
 * The referrer that a claim sets, the zero address for none: a wallet that has one keeps it. Throws for one that the
 * rules refuse, also together with the referrers of claims that are not mined yet.
 */
export async function resolveReferrer(
  wallet: string,
  referrer: string | undefined,
): Promise<string> {
  if (!referrer || referrer === zeroAddress) return zeroAddress
  const open = (await findOpenPayouts()).filter((payout) => payout.referrer !== zeroAddress)
  const named = open.flatMap((payout) => [payout.wallet, payout.referrer])
  const referrers = new Map(open.map((payout) => [payout.wallet, payout.referrer]))
  for (const edge of await readChains([...new Set([wallet, referrer, ...named])])) {
    referrers.set(edge.wallet, edge.referrer)
  }
  switch (judgeReferrer(wallet, referrer, (each) => referrers.get(each))) {
    case "own_wallet":
      throw invalidReferrer("is the claiming wallet itself")
    case "cycle":
      throw invalidReferrer("was referred, directly or not, by the claiming wallet")
    case "accepted":
      return referrer
    default:
      return zeroAddress
  }
}

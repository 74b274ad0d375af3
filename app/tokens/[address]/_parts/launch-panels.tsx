import { CreatorPanel } from "@/components/rewards/creator-panel"
import { RewardPanel } from "@/components/rewards/reward-panel"
import { WhitelistPanel } from "@/components/rewards/whitelist-panel"
import type { TokenView } from "@/lib/tokens/schema"
import { findWhitelist } from "@/lib/tokens/whitelist-queries"
import { loadTokenState } from "./load"

const ENTRIES = 10

/** Reward phase, whitelist and the creator's tools. */
export async function LaunchPanels({ token }: { token: TokenView }) {
  const [{ entries, total }, reading] = await Promise.all([
    findWhitelist(token.address, ENTRIES),
    loadTokenState(token),
  ])
  const frozen = reading?.frozen ?? null
  const { address, symbol, dev, multiplier } = token
  return (
    <>
      {reading?.bondingTarget != null && reading.bondingNeeded !== null && (
        <RewardPanel
          needed={reading.bondingNeeded}
          target={reading.bondingTarget}
          token={{ address, symbol }}
        />
      )}
      <WhitelistPanel entries={entries} frozen={frozen} token={{ address, symbol }} total={total} />
      <CreatorPanel
        entries={entries}
        frozen={frozen}
        token={{ address, symbol, dev, multiplier }}
      />
    </>
  )
}

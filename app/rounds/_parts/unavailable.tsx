import { LiveRefresh } from "@/components/live/live-refresh"
import { Notice } from "@/components/ui/notice"

export const NotDeployed = ({ symbol }: { symbol?: string }) => (
  <Notice title={`There are no price rounds${symbol ? ` of ${symbol}` : ""} on this chain`}>
    <p>Their contract is not deployed yet.</p>
  </Notice>
)

/** Read again with the next change on the chain. */
export const ChainSilent = () => (
  <>
    <Notice title="The chain is not responding" tone="warning">
      <p>Rounds and prices are shown as soon as it does. Bets and winnings are not affected.</p>
    </Notice>
    <LiveRefresh />
  </>
)

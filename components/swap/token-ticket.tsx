"use client"

import { useEffect, useState } from "react"
import { Card } from "@/components/ui/card"
import { Notice } from "@/components/ui/notice"
import { walletIsland } from "@/components/wallet/island"
import type { Side } from "./preview"
import { TicketSheet } from "./ticket-sheet"
import { TicketShell } from "./ticket-shell"
import type { TicketToken } from "./ticket-token"
import { TradeBar } from "./trade-bar"

const LiveTicket = walletIsland(() => import("./ticket").then(({ Ticket }) => Ticket), {
  fallback: (props) => <TicketShell {...props} />,
  withoutChain: (
    <Notice title="Trading is not available here">
      <p>The operator has not named a node that browsers may use (PUBLIC_RPC_URL).</p>
    </Notice>
  ),
})

/** From here on the ticket stands beside the chart; below, it is a sheet. Tailwind's `lg`. */
const BESIDE = "(min-width: 64rem)"

/** The ticket of a token: a card on wide screens, a bar that opens a sheet on narrow ones. */
export function TokenTicket({ token }: { token: TicketToken }) {
  const isCard = useIdleMatch(BESIDE)
  const [sheet, setSheet] = useState<Side | null>(null)
  return (
    <>
      <Card className="hidden w-full lg:block" title={`Trade ${token.symbol}`}>
        {isCard ? <LiveTicket token={token} /> : <TicketShell token={token} />}
      </Card>
      <TradeBar onOpen={setSheet} token={token} />
      <TicketSheet isOpen={sheet !== null} onClose={() => setSheet(null)} symbol={token.symbol}>
        {sheet && <LiveTicket initialSide={sheet} token={token} />}
      </TicketSheet>
    </>
  )
}

/** Whether the screen is as described, known once the page has nothing better to do. */
function useIdleMatch(query: string): boolean {
  const [isMatch, setIsMatch] = useState(false)
  useEffect(() => {
    const list = matchMedia(query)
    const update = () => setIsMatch(list.matches)
    const idle = whenIdle(() => {
      update()
      list.addEventListener("change", update)
    })
    return () => {
      idle.cancel()
      list.removeEventListener("change", update)
    }
  }, [query])
  return isMatch
}

const LONGEST_WAIT_MS = 2_000

function whenIdle(work: () => void) {
  // Safari has no idle callback.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(work, 200)
    return { cancel: () => clearTimeout(timer) }
  }
  const id = requestIdleCallback(work, { timeout: LONGEST_WAIT_MS })
  return { cancel: () => cancelIdleCallback(id) }
}

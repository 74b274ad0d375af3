"use client"

import { type ComponentType, useEffect, useState } from "react"
import { Card } from "@/components/ui/card"
import { Notice } from "@/components/ui/notice"
import { walletIsland } from "@/components/wallet/island"
import type { Side } from "./preview"
import type { TicketSheetProps } from "./ticket-sheet"
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

/** Dialogs come with the first press. */
const loadSheet = () => import("./ticket-sheet").then(({ TicketSheet }) => TicketSheet)

/** From here on the ticket stands beside the chart; below, it is a sheet. Tailwind's `lg`. */
const BESIDE = "(min-width: 64rem)"

/** The ticket of a token: a card on wide screens, a bar that opens a sheet on narrow ones. */
export function TokenTicket({ token }: { token: TicketToken }) {
  const isCard = useIdleMatch(BESIDE)
  const [side, setSide] = useState<Side | null>(null)
  const [Sheet, setSheet] = useState<ComponentType<TicketSheetProps> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const open = (wanted: Side) => {
    setSide(wanted)
    setFailed(false)
    loadSheet().then(
      (loaded) => setSheet(() => loaded),
      () => {
        setSide(null)
        setFailed(true)
      },
    )
  }
  return (
    <>
      <Card className="hidden w-full lg:block" title={`Trade ${token.symbol}`}>
        {isCard ? <LiveTicket token={token} /> : <TicketShell token={token} />}
      </Card>
      <TradeBar
        awaited={Sheet ? null : side}
        hasFailed={hasFailed}
        onApproach={() => void loadSheet().catch(() => {})}
        onOpen={open}
        token={token}
      />
      {Sheet && (
        <Sheet isOpen={side !== null} onClose={() => setSide(null)} symbol={token.symbol}>
          {side && <LiveTicket initialSide={side} token={token} />}
        </Sheet>
      )}
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

import type { Metadata } from "next"
import { NoChain } from "@/components/chain/no-chain"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { LazyOperatorPanel } from "./_parts/lazy-operator-panel"

export const metadata: Metadata = {
  title: "Operation",
  description: "The state of this service, for its operator.",
  robots: { index: false },
}

export default function OperatorPage() {
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1>Operation</h1>
        <p className="text-sm text-muted">
          Index, processes, queues, jobs and database of this service. Read again every 10 seconds.
        </p>
      </header>
      {getBrowserConfig() ? <LazyOperatorPanel /> : <NoChain />}
    </div>
  )
}

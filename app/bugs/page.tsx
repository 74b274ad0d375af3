import type { Metadata } from "next"
import { NoChain } from "@/components/chain/no-chain"
import { REPORTS_PER_DAY } from "@/lib/bugs/validation"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { LazyBugsPanel } from "./_parts/lazy-bugs-panel"

export const metadata: Metadata = {
  title: "Report a bug",
  description: "Report what is broken on Atoll, and see what became of your reports.",
  alternates: { canonical: "/bugs" },
}

export default function BugsPage() {
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1>Report a bug</h1>
        <p className="text-muted">
          Only you and the admins of this site can read your reports. Up to {REPORTS_PER_DAY} a day
          and wallet; they earn no points. Report a security problem in the contracts privately to
          the operator instead.
        </p>
      </header>
      {getBrowserConfig() ? <LazyBugsPanel /> : <NoChain />}
    </div>
  )
}

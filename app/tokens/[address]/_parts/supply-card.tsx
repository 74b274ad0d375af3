import { Card } from "@/components/ui/card"
import { cn } from "@/components/ui/cn"
import { Amount } from "@/components/ui/number"
import { formatPercent } from "@/lib/format"
import type { TokenView } from "@/lib/tokens/schema"
import { findSupplyParts, type SupplyParts } from "@/lib/tokens/supply-queries"
import { loadHolders } from "./load"

type Part = { key: keyof SupplyParts; label: string; hint: string; color: string }

const parts: readonly Part[] = [
  { key: "vesting", label: "Vesting", hint: "in schedules", color: "bg-accent" },
  {
    key: "vestingPledged",
    label: "Vesting, borrowed against",
    hint: "its owners have the money",
    color: "bg-coral",
  },
  { key: "locked", label: "Locked", hint: "in the vault", color: "bg-kelp" },
  { key: "pledged", label: "Pledged", hint: "collateral of loans and leverage", color: "bg-sand" },
  { key: "lent", label: "Lent", hint: "behind loans on other tokens", color: "bg-muted" },
  { key: "free", label: "Free", hint: "in wallets, pools and markets", color: "bg-line-strong" },
]

/** How much of the supply is vested, locked, pledged and lent. */
export async function SupplyCard({ token }: { token: TokenView }) {
  const { supply } = await loadHolders(token)
  const amounts = await findSupplyParts({ address: token.address, supply })
  const isShown = ({ key }: Part) => token.isMain || (key !== "locked" && key !== "lent")
  const shown = parts.filter(isShown)
  return (
    <Card title="Supply">
      <div className="grid grid-cols-1 gap-3">
        <Bar parts={shown} supply={amounts} />
        <dl className="grid gap-1 text-sm">
          {shown.map(({ key, label, hint, color }) => (
            <div className="flex min-h-11 items-center gap-2" data-supply={key} key={key}>
              <span aria-hidden="true" className={cn("size-3 shrink-0 rounded-full", color)} />
              <dt className="min-w-0 flex-1">
                {label} <span className="text-muted">{hint}</span>
              </dt>
              <dd className="figures grid justify-items-end">
                <Amount isCompact value={BigInt(amounts[key])} />
                <span className="text-xs text-muted">{shareOf(BigInt(amounts[key]), supply)}</span>
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">
          {amounts.loans === 0 ? (
            "Nothing is borrowed on it."
          ) : (
            <>
              <Amount unit="USDB" value={amounts.debt} /> lent to borrowers in {amounts.loans}{" "}
              {amounts.loans === 1 ? "loan or position" : "loans and positions"} on it.
            </>
          )}
        </p>
      </div>
    </Card>
  )
}

function Bar({ parts: shown, supply: amounts }: { parts: readonly Part[]; supply: SupplyParts }) {
  if (amounts.supply === 0n) return <p className="text-muted">Nothing has been bought yet.</p>
  return (
    <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-full bg-sunken">
      {shown.map(({ key, color }) => {
        const width = Number((BigInt(amounts[key]) * 10_000n) / amounts.supply) / 100
        // A part that exists can be seen.
        return (
          BigInt(amounts[key]) > 0n && (
            <span className={cn("min-w-1", color)} key={key} style={{ width: `${width}%` }} />
          )
        )
      })}
    </div>
  )
}

const shareOf = (part: bigint, supply: bigint) =>
  supply === 0n ? "–" : formatPercent((part * 10_000n) / supply)

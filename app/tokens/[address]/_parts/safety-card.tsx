import { levelStyles, SafetyPanel } from "@/components/tokens/safety-panel"
import { Card } from "@/components/ui/card"
import { Icon } from "@/components/ui/icon"
import type { TokenView } from "@/lib/tokens/schema"
import { loadSafety } from "./load"
import { StateLink } from "./state-link"

/** The findings of GET …/safety. */
export async function SafetyCard({ token }: { token: TokenView }) {
  const findings = await loadSafety(token)
  return (
    <Card className="@container scroll-mt-20" title="Safety">
      {findings.length === 0 ? (
        <p className="text-sm text-muted">No findings yet.</p>
      ) : (
        <SafetyPanel findings={findings} />
      )}
    </Card>
  )
}

/** Warnings in one line, linked to the safety section. */
export async function SafetySummary({ token }: { token: TokenView }) {
  const findings = await loadSafety(token)
  const warnings = findings.filter(({ level }) => level === "danger" || level === "caution")
  const worst = warnings[0]
  if (!worst) return null
  const { label, icon, tone } = levelStyles[worst.level]
  return (
    <StateLink
      address={token.address}
      className={`flex min-h-11 min-w-0 items-center gap-2 rounded-control px-3 py-1.5 text-sm ${tone}`}
      hash="safety"
      set={{ tab: "safety" }}
    >
      <Icon name={icon} size={18} />
      <span className="min-w-0 truncate">
        <span className="font-medium">{label}:</span>{" "}
        {warnings.map(({ title }) => title).join(" · ")}
      </span>
      <Icon name="right" size={16} />
    </StateLink>
  )
}

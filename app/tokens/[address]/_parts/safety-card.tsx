import { SafetyPanel } from "@/components/tokens/safety-panel"
import { Card } from "@/components/ui/card"
import type { TokenView } from "@/lib/tokens/schema"
import { loadSafety } from "./load"

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

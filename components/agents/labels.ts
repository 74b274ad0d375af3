import type { ConfidencePart } from "@/lib/agents/record/confidence"
import type { AgentProduct } from "@/lib/agents/record/schema"

export const productLabels: Record<AgentProduct, string> = {
  tokens: "Tokens",
  markets: "Markets",
  rounds: "Rounds",
  loans: "Loans",
  vault: "Vault",
  vesting: "Vesting",
  reef: "Reef",
}

export const partLabels: Record<ConfidencePart, string> = {
  age: "Age",
  activity: "Activity",
  diversity: "Diversity",
  accuracy: "Accuracy",
  conduct: "Conduct",
}

/** What makes each part grow. */
export const partHints: Record<ConfidencePart, string> = {
  age: "Full after 30 days of registration.",
  activity: "Full with 999 trades, purchases of shares and bets; ten times as many add a third.",
  diversity: "Full with 20 different tokens, markets and assets of price rounds.",
  accuracy: "Won among the decided markets and rounds; it begins at one half.",
  conduct: "A warning in the Reef takes a quarter, a ban everything.",
}

/** "0.734" */
export const formatConfidence = (confidence: number) => confidence.toFixed(3)

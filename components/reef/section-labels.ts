import type { Section } from "@/lib/reef/constants"

export const sectionLabels: Record<Section, { name: string; explained: string }> = {
  mixed: { name: "Everyone", explained: "Open to every wallet, people and agents alike." },
  agent: { name: "Agents", explained: "Only wallets with a registered agent can post here." },
  human: { name: "Humans", explained: "Archive. New posts are not accepted." },
}

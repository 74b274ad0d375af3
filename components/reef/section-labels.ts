import type { Section } from "@/lib/reef/constants"

export const sectionLabels: Record<Section, { name: string; explained: string }> = {
  mixed: { name: "Everyone", explained: "Open to every wallet, people and agents alike." },
  agent: { name: "Agents", explained: "Only wallets with a registered agent write here." },
  human: { name: "Humans", explained: "An archive: it takes no new posts." },
}

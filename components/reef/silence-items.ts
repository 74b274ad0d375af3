import type { Silence } from "./muted"

type Options = {
  wallet: string
  how: Silence | undefined
  silence: (wallet: string, how: Silence | null) => void
}

/** The ways to stop reading a wallet, or to read it again, as items of a menu. */
export function silenceItems({ wallet, how, silence }: Options) {
  const item = (label: string, next: Silence | null) =>
    ({ label, icon: next ? "mute" : "eye", onSelect: () => silence(wallet, next) }) as const
  if (how) return [item(how === "muted" ? "Unmute this wallet" : "Unblock this wallet", null)]
  return [item("Mute this wallet", "muted"), item("Block this wallet", "blocked")]
}

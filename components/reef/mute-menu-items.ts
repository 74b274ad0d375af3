import type { MuteMode } from "./muted-wallets"

type Options = {
  wallet: string
  how: MuteMode | undefined
  setMuteMode: (wallet: string, how: MuteMode | null) => void
}

/** Menu items that mute, block or undo either. */
export function muteMenuItems({ wallet, how, setMuteMode }: Options) {
  const item = (label: string, next: MuteMode | null) =>
    ({ label, icon: next ? "mute" : "eye", onSelect: () => setMuteMode(wallet, next) }) as const
  if (how) return [item(how === "muted" ? "Unmute this wallet" : "Unblock this wallet", null)]
  return [item("Mute this wallet", "muted"), item("Block this wallet", "blocked")]
}

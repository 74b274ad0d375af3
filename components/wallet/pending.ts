import { isUnderWay, type TrayEntry, trayEntries } from "./tray"

/** What was sent under this name on this chain and has not ended; newest first. */
export function findPending(name: string, chainId: number): TrayEntry | null {
  return (
    trayEntries().find(
      (entry) => entry.name === name && entry.chainId === chainId && isUnderWay(entry),
    ) ?? null
  )
}

import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"

const storageKey = (wallet: string) => `atoll.loans.dismissed.${wallet}`

/** Reminders that the wallet's owner has dismissed in this browser. */
export const readDismissed = (wallet: string): string[] =>
  (readLocalStorage(storageKey(wallet)) ?? "").split(" ").filter(Boolean)

/** Returns the dismissed ids. Ids of loans that are no longer due are dropped. */
export function dismiss(wallet: string, id: string, due: readonly { id: string }[]): string[] {
  const kept = readDismissed(wallet).filter((each) => due.some((other) => other.id === each))
  const dismissed = [...kept.filter((each) => each !== id), id]
  writeLocalStorage(storageKey(wallet), dismissed.join(" "))
  return dismissed
}

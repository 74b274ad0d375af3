import type { ClientBase } from "pg"
import { markWalletsDue } from "@/lib/profiles/points/due"

const DAY_MS = 86_400_000

/** Marks the points of the wallet since the day on which its post was submitted. */
export const markPostDue = (client: Pick<ClientBase, "query">, wallet: string, createdAt: Date) =>
  markWalletsDue(client, [{ wallet, day: Math.floor(createdAt.getTime() / DAY_MS) }])

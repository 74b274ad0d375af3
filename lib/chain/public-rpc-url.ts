import { env } from "@/lib/env"
import { isThisMachine } from "@/lib/loopback"

/** The node browsers may use. RPC_URL may hold a secret, so it is handed out only when it names this very machine. */
export function getPublicRpcUrl() {
  const { PUBLIC_RPC_URL, RPC_URL } = env()
  if (PUBLIC_RPC_URL) return PUBLIC_RPC_URL
  return RPC_URL && isThisMachine(RPC_URL) ? RPC_URL : null
}

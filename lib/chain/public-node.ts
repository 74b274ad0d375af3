import { env } from "@/lib/env"

const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"])

/** The node browsers may use. RPC_URL may hold a secret, so it is handed out only when it names this very machine. */
export function publicNode() {
  const { PUBLIC_RPC_URL, RPC_URL } = env()
  if (PUBLIC_RPC_URL) return PUBLIC_RPC_URL
  return RPC_URL && LOCAL_HOSTS.has(new URL(RPC_URL).hostname) ? RPC_URL : null
}

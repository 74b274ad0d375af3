import { getDeployment } from "@/lib/chain/deployment"
import { env } from "@/lib/env"
import type { GuideFacts } from "./guide"

/** Facts about this deployment that guides mention. */
export function readFacts(): GuideFacts {
  const { chainId, mainToken } = getDeployment()
  return { origin: env().BASE_URL, chainId, tide: mainToken }
}

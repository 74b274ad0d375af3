import { getDeployment } from "@/lib/chain/deployment"
import { env } from "@/lib/env"
import type { GuideFacts } from "./guide"

/** What guides name of this deployment. */
export function readFacts(): GuideFacts {
  const { chainId, mainToken } = getDeployment()
  return { origin: env().BASE_URL, chainId, tide: mainToken }
}

import { zeroAddress } from "viem"
import { getDeployment } from "@/lib/chain/deployment"

/** The contracts of the deployment. They trade for others and earn nothing. */
export function listPlatformContracts(): string[] {
  const { upDown, chainId: _, startBlock: __, ...contracts } = getDeployment()
  const addresses = [...Object.values(contracts), ...Object.values(upDown)]
  return addresses.filter((address) => address !== zeroAddress)
}

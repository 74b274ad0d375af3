import { zeroAddress } from "viem"
import { deployment } from "@/lib/chain/deployment"

/** The contracts of the deployment. They trade for others and earn nothing. */
export function platformContracts(): string[] {
  const { upDown, chainId: _, startBlock: __, ...contracts } = deployment()
  const addresses = [...Object.values(contracts), ...Object.values(upDown)]
  return addresses.filter((address) => address !== zeroAddress)
}

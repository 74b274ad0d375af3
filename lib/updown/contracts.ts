import { zeroAddress } from "viem"
import { getDeployment } from "@/lib/chain/deployment"
import { ApiError } from "@/lib/http/errors"
import { type Asset, assets } from "./assets"

export type AssetContract = { asset: Asset; contract: string }

/** The assets of the deployment that have a contract. */
export function listAssetContracts(): AssetContract[] {
  const { upDown } = getDeployment()
  return assets
    .map((asset) => ({ asset, contract: upDown[asset] }))
    .filter(({ contract }) => contract !== zeroAddress)
}

/** Throws 404 ASSET_NOT_DEPLOYED for an asset without a contract. */
export function requireContract(asset: Asset): string {
  const contract = getDeployment().upDown[asset]
  if (contract !== zeroAddress) return contract
  throw new ApiError("ASSET_NOT_DEPLOYED", `There are no rounds of ${asset} on this chain`)
}

import { zeroAddress } from "viem"
import { getDeployment } from "@/lib/chain/deployment"

const contractLabels = [
  ["mainToken", "TIDE contract"],
  ["swap", "Swap router"],
  ["taxes", "Tax splitter"],
  ["factory", "Token factory"],
  ["usdb", "USDB contract"],
  ["vesting", "Vesting contract"],
  ["staking", "Vault"],
  ["loanHub", "Loan contract"],
  ["leverage", "Leverage contract"],
  ["marketTrading", "Prediction markets"],
  ["privateMarket", "Private markets"],
  ["resolver", "Market resolver"],
] as const

/**
 * Names of the token's own contract and those of the address book, by address. Their balances belong to the platform
 * or to many wallets, so concentration leaves them out.
 */
export function listContractNames(token: string): Map<string, string> {
  const book = getDeployment()
  const deployed = contractLabels.filter(([contract]) => book[contract] !== zeroAddress)
  return new Map<string, string>([
    ...deployed.map(([contract, label]) => [book[contract], label] as const),
    [token, "This token's pool"],
  ])
}

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
  ["loanHub", "Loan desk"],
  ["leverage", "Leverage desk"],
  ["marketTrading", "Prediction markets"],
  ["privateMarket", "Private markets"],
  ["resolver", "Market resolver"],
] as const

/**
 * Names of addresses that are no wallets: the token's own contract, and those of the address book.
 * What they hold belongs to the platform or to many, so it counts in no concentration.
 */
export function listContractNames(token: string): Map<string, string> {
  const book = getDeployment()
  const deployed = contractLabels.filter(([contract]) => book[contract] !== zeroAddress)
  return new Map<string, string>([
    ...deployed.map(([contract, label]) => [book[contract], label] as const),
    [token, "This token's pool"],
  ])
}

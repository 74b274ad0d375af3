import type { Abi, Address } from "viem"
import factoryTokenDeployer from "@/contracts/bytecode/FactoryTokenDeployer.json" with {
  type: "json",
}
import leverageSimulator from "@/contracts/bytecode/LeverageSimulator.json" with { type: "json" }
import loanHubCode from "@/contracts/bytecode/LoanHub.json" with { type: "json" }
import stakingVault from "@/contracts/bytecode/StakingVault.json" with { type: "json" }
import vestingCode from "@/contracts/bytecode/Vesting.json" with { type: "json" }
import { toAddress } from "@/lib/chain/browser"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenDeployerAbi } from "@/lib/chain/generated/FactoryTokenDeployer"
import { leverageSimulatorAbi } from "@/lib/chain/generated/LeverageSimulator"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import type { ContractSender } from "./contract-sender"

type Exchange = Pick<AddressBook, "mainToken" | "factory" | "taxes" | "swap">

/** Deploys the deployer of tokens, loans, vault and vesting, and lets the contracts know each other. */
export async function deployLoans(chain: ContractSender, exchange: Exchange, operator: Address) {
  const main = toAddress(exchange.mainToken)
  const factory = toAddress(exchange.factory)
  const taxes = toAddress(exchange.taxes)
  const deployer = await deploy(chain, factoryTokenDeployerAbi, factoryTokenDeployer.bytecode, [])
  await chain.call(factory, tokenFactoryAbi, "setTokenDeployer", [deployer])
  const loanHub = await deploy(chain, loanHubAbi, loanHubCode.bytecode, [main, operator])
  await chain.call(main, mainTokenAbi, "setLoanHub", [loanHub])
  const leverage = await deploy(chain, leverageSimulatorAbi, leverageSimulator.bytecode, [main])
  const vesting = await deploy(chain, vestingAbi, vestingCode.bytecode, [exchange.swap, operator])
  await chain.call(factory, tokenFactoryAbi, "setVesting", [vesting])
  // Vesting accepts only a hub that knows it.
  await chain.call(loanHub, loanHubAbi, "setVesting", [vesting])
  await chain.call(vesting, vestingAbi, "setLoanHub", [loanHub])
  const staking = await deploy(chain, stakingVaultAbi, stakingVault.bytecode, [main, loanHub])
  await chain.call(loanHub, loanHubAbi, "setVault", [staking])
  const treasury = await chain.readAddress(taxes, taxesAbi, "treasury")
  await chain.call(taxes, taxesAbi, "setReceivers", [treasury, staking])
  return { loanHub, leverage, vesting, staking }
}

async function deploy(
  chain: ContractSender,
  abi: Abi,
  bytecode: string,
  args: readonly unknown[],
): Promise<Address> {
  const { address } = await chain.deploy(abi, bytecode, args)
  return toAddress(address)
}

import { type Abi, type Address, zeroAddress } from "viem"
import { toAddress } from "@/lib/chain/browser"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenDeployerAbi } from "@/lib/chain/generated/FactoryTokenDeployer"
import factoryTokenDeployer from "@/lib/chain/generated/FactoryTokenDeployer.bytecode.json" with {
  type: "json",
}
import { leverageSimulatorAbi } from "@/lib/chain/generated/LeverageSimulator"
import leverageSimulator from "@/lib/chain/generated/LeverageSimulator.bytecode.json" with {
  type: "json",
}
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import loanHub from "@/lib/chain/generated/LoanHub.bytecode.json" with { type: "json" }
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import type { ContractSender } from "./contract-sender"

/** Where an address is set once; the zero address until then. */
type Setting = { at: Address; abi: Abi; view: string; setter: string }

/**
 * Deploys and wires the contracts of lending that the exchange does not name yet, and answers the addresses of all.
 * What is there follows from the chain, not from the book, so an interrupted deployment is completed.
 */
export async function deployLending(
  chain: ContractSender,
  exchange: Pick<AddressBook, "mainToken" | "factory" | "leverage">,
  operator: Address,
) {
  const main = toAddress(exchange.mainToken)
  const factory = toAddress(exchange.factory)
  await ensureSet(
    chain,
    { at: factory, abi: tokenFactoryAbi, view: "tokenDeployer", setter: "setTokenDeployer" },
    () => deploy(chain, factoryTokenDeployerAbi, factoryTokenDeployer.bytecode, []),
  )
  const hub = await ensureSet(
    chain,
    { at: main, abi: mainTokenAbi, view: "loanHub", setter: "setLoanHub" },
    () => deploy(chain, loanHubAbi, loanHub.bytecode, [main, operator]),
  )
  // No contract names it: it only answers views.
  const leverage =
    exchange.leverage === zeroAddress
      ? await deploy(chain, leverageSimulatorAbi, leverageSimulator.bytecode, [main])
      : exchange.leverage
  return { loanHub: hub, leverage }
}

/** The address a contract names; a new one is deployed and set when it names none. */
async function ensureSet(
  chain: ContractSender,
  { at, abi, view, setter }: Setting,
  create: () => Promise<Address>,
): Promise<Address> {
  const known = await chain.readAddress(at, abi, view)
  if (known !== zeroAddress) return known
  const created = await create()
  await chain.call(at, abi, setter, [created])
  return created
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

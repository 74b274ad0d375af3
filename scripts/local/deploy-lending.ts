import { type Abi, type Address, zeroAddress } from "viem"
import factoryTokenDeployer from "@/contracts/bytecode/FactoryTokenDeployer.json" with {
  type: "json",
}
import leverageSimulator from "@/contracts/bytecode/LeverageSimulator.json" with { type: "json" }
import loanHub from "@/contracts/bytecode/LoanHub.json" with { type: "json" }
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

type Exchange = Pick<AddressBook, "mainToken" | "factory" | "taxes" | "swap" | "leverage">

/** A contract's view of another contract's address, zero until it is set, and the function that sets it. */
type Setting = { at: Address; abi: Abi; view: string; setter: string }

/**
 * Deploys and wires the contracts of lending, vault and vesting that the exchange does not name yet, and answers the
 * addresses of all. What is there follows from the chain, not from the address book, so an interrupted deployment is
 * completed.
 */
export async function deployLending(chain: ContractSender, exchange: Exchange, operator: Address) {
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
  return {
    loanHub: hub,
    leverage: await ensureSimulator(chain, exchange),
    vesting: await ensureVesting(chain, { hub, factory, exchange, operator }),
    staking: await ensureVault(chain, { hub, exchange }),
  }
}

/** No contract names it: it only answers views. */
function ensureSimulator(chain: ContractSender, { leverage, mainToken }: Exchange) {
  if (leverage !== zeroAddress) return leverage
  return deploy(chain, leverageSimulatorAbi, leverageSimulator.bytecode, [mainToken])
}

type VestingPlace = { hub: Address; factory: Address; exchange: Exchange; operator: Address }

async function ensureVesting(
  chain: ContractSender,
  { hub, factory, exchange, operator }: VestingPlace,
) {
  const vesting = await ensureSet(
    chain,
    { at: factory, abi: tokenFactoryAbi, view: "vesting", setter: "setVesting" },
    () => deploy(chain, vestingAbi, vestingCode.bytecode, [exchange.swap, operator]),
  )
  // It accepts only a hub that knows it.
  await ensureSet(
    chain,
    { at: hub, abi: loanHubAbi, view: "vesting", setter: "setVesting" },
    async () => vesting,
  )
  await ensureSet(
    chain,
    { at: vesting, abi: vestingAbi, view: "LOAN", setter: "setLoanHub" },
    async () => hub,
  )
  return vesting
}

async function ensureVault(
  chain: ContractSender,
  { hub, exchange }: { hub: Address; exchange: Exchange },
) {
  const vault = await ensureSet(
    chain,
    { at: hub, abi: loanHubAbi, view: "vault", setter: "setVault" },
    () => deploy(chain, stakingVaultAbi, stakingVault.bytecode, [exchange.mainToken, hub]),
  )
  const taxes = toAddress(exchange.taxes)
  const receiver = await chain.readAddress(taxes, taxesAbi, "vault")
  if (receiver === zeroAddress) {
    const treasury = await chain.readAddress(taxes, taxesAbi, "treasury")
    await chain.call(taxes, taxesAbi, "setReceivers", [treasury, vault])
  }
  return vault
}

/** The address a contract names; when it names none, one is created and set. */
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

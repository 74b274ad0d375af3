import {
  type Abi,
  type Account,
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  type LocalAccount,
  zeroAddress,
} from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import mainToken from "@/lib/chain/generated/MainToken.bytecode.json" with { type: "json" }
import { swapAbi } from "@/lib/chain/generated/Swap"
import swap from "@/lib/chain/generated/Swap.bytecode.json" with { type: "json" }
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import taxes from "@/lib/chain/generated/Taxes.bytecode.json" with { type: "json" }
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import tokenFactory from "@/lib/chain/generated/TokenFactory.bytecode.json" with { type: "json" }
import { usdbAbi } from "@/lib/chain/generated/USDB"
import usdb from "@/lib/chain/generated/USDB.bytecode.json" with { type: "json" }

type Options = {
  rpcUrl: string
  chainId: number
  /** Pays, and becomes the operator of every contract. */
  account: LocalAccount
  /** Pays out the faucet and receives the treasury's tax; the operator when absent. */
  faucetOperator?: Address
}

/** Deploys the exchange, wires it, and describes it; writing the address book is the caller's part. */
export async function deployExchange(options: Options): Promise<AddressBook> {
  const { chainId, account } = options
  const operator = account.address
  const treasury = options.faucetOperator ?? operator
  const chain = sender(options)

  const usdbAt = await chain.deploy(usdbAbi, usdb.bytecode, [operator, treasury])
  const mainAt = await chain.deploy(mainTokenAbi, mainToken.bytecode, [
    usdbAt.address,
    operator,
    treasury,
  ])
  const main = mainAt.address
  const factoryAt = await chain.deploy(tokenFactoryAbi, tokenFactory.bytecode, [main, operator])
  const factory = factoryAt.address
  const taxesAt = await chain.deploy(taxesAbi, taxes.bytecode, [main, factory, treasury, operator])
  const swapAt = await chain.deploy(swapAbi, swap.bytecode, [main, factory, taxesAt.address])
  await chain.call(taxesAt.address, taxesAbi, "setMarketRegistry", [factory])
  await chain.call(main, mainTokenAbi, "setSwap", [swapAt.address])

  return {
    ...nothingDeployed,
    chainId,
    startBlock: Number(usdbAt.blockNumber),
    usdb: lower(usdbAt.address),
    mainToken: lower(main),
    factory: lower(factory),
    taxes: lower(taxesAt.address),
    swap: lower(swapAt.address),
  }
}

const nothingDeployed = {
  factory: zeroAddress,
  swap: zeroAddress,
  marketTrading: zeroAddress,
  loanHub: zeroAddress,
  vesting: zeroAddress,
  usdb: zeroAddress,
  mainToken: zeroAddress,
  staking: zeroAddress,
  resolver: zeroAddress,
  privateMarket: zeroAddress,
  reader: zeroAddress,
  leverage: zeroAddress,
  taxes: zeroAddress,
  identityRegistry: zeroAddress,
  upDown: {
    btc: zeroAddress,
    eth: zeroAddress,
    bnb: zeroAddress,
    cake: zeroAddress,
    doge: zeroAddress,
  },
}

/** Sends one transaction after the other and fails on the first that reverts. */
function sender({
  rpcUrl,
  chainId,
  account,
}: {
  rpcUrl: string
  chainId: number
  account: Account
}) {
  const chain = defineChain({
    id: chainId,
    name: `Chain ${chainId}`,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const transport = http(rpcUrl)
  const reader = createPublicClient({ chain, transport, pollingInterval: 20, cacheTime: 0 })
  const wallet = createWalletClient({ account, chain, transport, cacheTime: 0 })

  async function mined(hash: Hex, what: string) {
    const receipt = await reader.waitForTransactionReceipt({ hash })
    if (receipt.status !== "success") throw new Error(`${what} reverted in ${hash}`)
    return receipt
  }

  return {
    async deploy(abi: Abi, bytecode: string, args: readonly unknown[]) {
      if (!isHex(bytecode)) throw new Error("Bytecode is not hexadecimal")
      const receipt = await mined(
        await wallet.deployContract({ abi, bytecode, args }),
        "A deployment",
      )
      if (!receipt.contractAddress) throw new Error("A deployment left no contract")
      return { address: receipt.contractAddress, blockNumber: receipt.blockNumber }
    },
    async call(address: Address, abi: Abi, functionName: string, args: readonly unknown[]) {
      await mined(await wallet.writeContract({ address, abi, functionName, args }), functionName)
    },
  }
}

function isHex(value: string): value is Hex {
  return /^0x([0-9a-f]{2})+$/.test(value)
}

function lower(address: Address): string {
  return address.toLowerCase()
}

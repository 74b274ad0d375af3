import {
  type Abi,
  type Account,
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
} from "viem"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import { waitForReceipt } from "./wait-for-receipt"

export type ContractSender = ReturnType<typeof createContractSender>

/** Sends one transaction after the other and fails on the first that reverts. */
export function createContractSender({
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
    const receipt = await waitForReceipt(reader, hash)
    if (receipt.status !== "success") throw new Error(`${what} reverted in ${hash}`)
    return receipt
  }

  return {
    address: account.address,
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
    read(
      address: Address,
      abi: Abi,
      functionName: string,
      args: readonly unknown[],
    ): Promise<unknown> {
      return reader.readContract({ address, abi, functionName, args })
    },
    /** A view without arguments that answers an address. */
    async readAddress(address: Address, abi: Abi, functionName: string) {
      return toAddress(z.string().parse(await reader.readContract({ address, abi, functionName })))
    },
  }
}

function isHex(value: string): value is Hex {
  return /^0x([0-9a-f]{2})+$/.test(value)
}

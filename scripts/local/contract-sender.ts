import {
  type Abi,
  type Account,
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeDeployData,
  type Hex,
  http,
} from "viem"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import { rpc } from "./rpc"
import { waitForReceipt } from "./wait-for-receipt"

export type ContractSender = ReturnType<typeof createContractSender>

/** Sends transactions in sequence and fails on the first that reverts. */
export function createContractSender({
  rpcUrl,
  chainId,
  account,
  placeOf = () => undefined,
}: {
  rpcUrl: string
  chainId: number
  account: Account
  /** Target addresses of contracts, by their creation code; undefined where any address will do. */
  placeOf?: ((bytecode: string) => Address | undefined) | undefined
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

  /**
   * Runs the constructor at the address: the creation code is set as the code there and called, which writes the
   * constructor's storage, and its return data becomes the code. As for a new contract, its first `new` has nonce 1.
   */
  async function deployAt(address: Address, creation: Hex) {
    await rpc(rpcUrl, "anvil_setCode", [address, creation])
    await rpc(rpcUrl, "anvil_setNonce", [address, "0x1"])
    const call = { from: account.address, to: address }
    const runtime = await rpc(rpcUrl, "eth_call", [call, "latest"])
    const hash = await wallet.sendTransaction({ to: address })
    const { blockNumber } = await mined(hash, "A deployment")
    await rpc(rpcUrl, "anvil_setCode", [address, runtime])
    return { address, blockNumber }
  }

  return {
    address: account.address,
    /** `place` is where the contract shall be unless `placeOf` names another address. */
    async deploy(
      abi: Abi,
      bytecode: string,
      args: readonly unknown[],
      { place }: { place?: Address } = {},
    ) {
      if (!isHex(bytecode)) throw new Error("Bytecode is not hexadecimal")
      const address = placeOf(bytecode) ?? place
      if (address) return deployAt(address, encodeDeployData({ abi, bytecode, args }))
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
    async hasCode(address: Address) {
      return (await reader.getCode({ address })) !== undefined
    },
    read(
      address: Address,
      abi: Abi,
      functionName: string,
      args: readonly unknown[],
    ): Promise<unknown> {
      return reader.readContract({ address, abi, functionName, args })
    },
    /** Reads a view without arguments that returns an address. */
    async readAddress(address: Address, abi: Abi, functionName: string) {
      return toAddress(z.string().parse(await reader.readContract({ address, abi, functionName })))
    },
  }
}

function isHex(value: string): value is Hex {
  return /^0x([0-9a-f]{2})+$/.test(value)
}

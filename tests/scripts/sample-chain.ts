import { createPublicClient, http } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { startAnvil } from "@/scripts/local/anvil"
import { MNEMONIC } from "@/scripts/local/chain"
import { deployContracts } from "@/scripts/local/deploy"
import { genesisTime } from "@/scripts/local/sample/replay"

export const CHAIN_ID = 31337

/** A node that begins before the sample history, with the exchange deployed. */
export async function freshExchange(genesis = genesisTime()) {
  const node = await startAnvil({ chainId: CHAIN_ID, args: ["--timestamp", `${genesis}`] })
  const book = await deployContracts({
    rpcUrl: node.url,
    chainId: CHAIN_ID,
    account: mnemonicToAccount(MNEMONIC),
    faucetOperator: mnemonicToAccount(MNEMONIC, { addressIndex: 1 }).address,
  })
  const client = createPublicClient({
    transport: http(node.url, { maxResponseBodySize: false }),
    cacheTime: 0,
    pollingInterval: 20,
  })
  return {
    node,
    book,
    client,
    options: { rpcUrl: node.url, chainId: CHAIN_ID, book, mnemonic: MNEMONIC },
  }
}

// Posts prices to the feeds of the local chain until SIGTERM, as Chainlink does on public chains.
import { mnemonicToAccount } from "viem/accounts"
import { getDeployment } from "@/lib/chain/deployment"
import { env } from "@/lib/env"
import { FEEDER } from "./accounts"
import { MNEMONIC } from "./chain"
import { keepPosting } from "./feeder/feeder"
import { NotLocalNodeError } from "./local-node"

const { RPC_URL, CHAIN_ID, FEEDER_SEED } = env()
if (!RPC_URL) throw new Error("RPC_URL names no node to post prices on")

const stop = new AbortController()
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => stop.abort())

try {
  await keepPosting({
    rpcUrl: RPC_URL,
    chainId: CHAIN_ID,
    book: getDeployment(),
    account: mnemonicToAccount(MNEMONIC, { addressIndex: FEEDER }),
    seed: FEEDER_SEED ?? `${Date.now()}`,
    signal: stop.signal,
    log: (line) => console.log(`${new Date().toISOString()} ${line}`),
  })
} catch (error) {
  if (!(error instanceof NotLocalNodeError)) throw error
  console.error(`No prices: ${error.message}.`)
  process.exitCode = 1
}

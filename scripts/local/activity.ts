// Trades on the local chain with the sample's wallets until SIGTERM, so that the venue stays alive.
import { getDeployment } from "@/lib/chain/deployment"
import { env } from "@/lib/env"
import { openApi } from "./activity/api"
import { keepTrading } from "./activity/bot"
import { MNEMONIC } from "./chain"
import { NotLocalNodeError } from "./local-node"

const { RPC_URL, CHAIN_ID, BASE_URL } = env()
if (!RPC_URL) throw new Error("RPC_URL names no node to trade on")

const stop = new AbortController()
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => stop.abort())

try {
  await keepTrading({
    rpcUrl: RPC_URL,
    chainId: CHAIN_ID,
    book: getDeployment(),
    mnemonic: MNEMONIC,
    api: openApi({ baseUrl: BASE_URL, mnemonic: MNEMONIC }),
    signal: stop.signal,
    log: (line) => console.log(`${new Date().toISOString()} ${line}`),
  })
} catch (error) {
  if (!(error instanceof NotLocalNodeError)) throw error
  console.error(`No activity: ${error.message}.`)
  process.exitCode = 1
}

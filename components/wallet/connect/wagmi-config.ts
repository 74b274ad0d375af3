import { type CreateConnectorFn, createConfig, http } from "wagmi"
import { injected } from "wagmi/connectors"
import { type BrowserConfig, createBrowserChain } from "@/lib/chain/browser"
import { lazyWalletConnect } from "./wallet-connect"

const POLLING_MS = 1_000

/** Wallets announced by EIP-6963 are found by wagmi itself; the others are named here. */
export function createWagmiConfig(config: BrowserConfig) {
  const chain = createBrowserChain(config)
  return createConfig({
    chains: [chain],
    connectors: createConnectors(config),
    transports: { [chain.id]: http(config.rpcUrl, { batch: { wait: 10 }, retryCount: 1 }) },
    pollingInterval: POLLING_MS,
  })
}

function createConnectors(config: BrowserConfig): CreateConnectorFn[] {
  const projectId = config.walletConnectProjectId
  return [
    injected(),
    ...(projectId ? [lazyWalletConnect({ projectId, metadata: createMetadata(config) })] : []),
  ]
}

function createMetadata({ baseUrl }: BrowserConfig) {
  return {
    name: "Atoll",
    description: "Token launchpad and exchange",
    url: baseUrl,
    icons: [`${baseUrl}/icon.svg`],
  }
}

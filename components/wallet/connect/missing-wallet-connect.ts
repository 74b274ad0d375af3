/**
 * Stands in development for WalletConnect's SDK where no project id is set, so that nobody offers it: compiling the SDK
 * takes longer than compiling the rest of a page.
 */
export const EthereumProvider = {
  init(): Promise<never> {
    throw new Error("Set WALLETCONNECT_PROJECT_ID and start again to connect by WalletConnect")
  },
}

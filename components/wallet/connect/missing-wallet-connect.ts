/**
 * Takes the place of WalletConnect's SDK where that is not installed, and in development without a project id, where
 * no page offers it.
 */
export const EthereumProvider = {
  init(): Promise<never> {
    throw new Error(
      "WalletConnect is not installed on this server: use a wallet in the browser, or tell the operator",
    )
  },
}

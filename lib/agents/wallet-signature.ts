import type { Address } from "viem"

/** Seconds for which the registry accepts a signature at most. */
export const MAX_SIGNATURE_SECONDS = 300

/** The data that a wallet signs to let an agent act with it (`setAgentWallet`). `deadline` is in seconds. */
export function walletTypedData(
  registry: { chainId: number; identityRegistry: Address },
  message: { agentId: bigint; newWallet: Address; owner: Address; deadline: bigint },
) {
  return {
    domain: {
      name: "ERC8004IdentityRegistry",
      version: "1",
      chainId: registry.chainId,
      verifyingContract: registry.identityRegistry,
    },
    types: {
      AgentWalletSet: [
        { name: "agentId", type: "uint256" },
        { name: "newWallet", type: "address" },
        { name: "owner", type: "address" },
        { name: "deadline", type: "uint256" },
      ],
    },
    primaryType: "AgentWalletSet",
    message,
  } as const
}

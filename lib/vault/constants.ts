/** A wallet's actions on its shares of the vault. */
export const vaultActions = ["wrap", "unwrap", "lock", "unlock"] as const
export type VaultAction = (typeof vaultActions)[number]

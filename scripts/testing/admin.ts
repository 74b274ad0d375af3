import { toHex } from "viem"
import { mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"

/** The operator's wallet in the tests; it owns nothing in the history. */
export function adminAccount(mnemonic: string): PrivateKeyAccount {
  const { privateKey } = mnemonicToAccount(mnemonic, { addressIndex: 40 }).getHdKey()
  if (!privateKey) throw new Error("The mnemonic gives no private key")
  return privateKeyToAccount(toHex(privateKey))
}

import { type Hex, toHex } from "viem"
import { mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"

/** The wallets under a mnemonic by index (m/44'/60'/0'/0/index), derived once each. */
export function walletsOf(mnemonic: string): (index: number) => PrivateKeyAccount {
  const parent = mnemonicToAccount(mnemonic, { path: "m/44'/60'/0'/0" }).getHdKey()
  const accounts = new Map<number, PrivateKeyAccount>()
  return (index) => {
    const account = accounts.get(index) ?? privateKeyToAccount(keyAt(index))
    accounts.set(index, account)
    return account
  }

  function keyAt(index: number): Hex {
    const { privateKey } = parent.deriveChild(index)
    if (!privateKey) throw new Error(`The mnemonic has no wallet ${index}`)
    return toHex(privateKey)
  }
}

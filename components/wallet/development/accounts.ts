import { type Hex, isHex, type LocalAccount } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"

const KEYS = "atoll.development-wallet.keys"
const SELECTED = "atoll.development-wallet.selected"

/** The keys are only used on a local chain, so localStorage may hold them. */
export function listDevelopmentAccounts(): LocalAccount[] {
  return readStoredKeys().map((key) => privateKeyToAccount(key))
}

/** The selected account first, as wallets order the accounts of a page. */
export function listAccountsSelectedFirst(): LocalAccount[] {
  const selected = localStorage.getItem(SELECTED)
  return listDevelopmentAccounts().sort(
    (a, b) => Number(b.address === selected) - Number(a.address === selected),
  )
}

export function addDevelopmentAccount(): LocalAccount {
  const key = generatePrivateKey()
  localStorage.setItem(KEYS, JSON.stringify([...readStoredKeys(), key]))
  const account = privateKeyToAccount(key)
  selectDevelopmentAccount(account.address)
  return account
}

export function selectDevelopmentAccount(address: string) {
  localStorage.setItem(SELECTED, address)
}

function readStoredKeys(): Hex[] {
  try {
    const keys: unknown = JSON.parse(localStorage.getItem(KEYS) ?? "[]")
    return Array.isArray(keys) ? keys.filter((key): key is Hex => isHex(key)) : []
  } catch {
    // Not JSON: written by another program.
    return []
  }
}

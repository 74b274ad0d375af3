import { privateKeyToAccount } from "viem/accounts"

/** Of `carol` and `dave`; the keys of a mnemonic that everybody knows. */
export const CAROL_KEY = "0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a"
export const DAVE_KEY = "0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba"
export const carolAccount = privateKeyToAccount(CAROL_KEY)
export const daveAccount = privateKeyToAccount(DAVE_KEY)

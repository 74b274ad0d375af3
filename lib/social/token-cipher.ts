import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { env } from "@/lib/env"

const ALGORITHM = "aes-256-gcm"
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts text for a wallet: random IV, tag, ciphertext. It opens for this wallet only. */
export function seal(text: string, wallet: string): Buffer<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, toKey(env().TOKEN_ENCRYPTION_KEY), iv).setAAD(
    Buffer.from(wallet),
  )
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
}

/** Decrypts a text that was sealed for the wallet, by the key or the former one. Throws for anything else. */
export function unseal(sealed: Buffer, wallet: string): string {
  const { TOKEN_ENCRYPTION_KEY, TOKEN_ENCRYPTION_KEY_FORMER: former } = env()
  try {
    return unsealWith(TOKEN_ENCRYPTION_KEY, sealed, wallet)
  } catch (error) {
    if (former === undefined) throw error
    return unsealWith(former, sealed, wallet)
  }
}

/** Encrypts again what the former key has sealed; null where the key opens it. */
export function renewSeal(sealed: Buffer, wallet: string) {
  try {
    unsealWith(env().TOKEN_ENCRYPTION_KEY, sealed, wallet)
    return null
  } catch {
    return seal(unseal(sealed, wallet), wallet)
  }
}

function unsealWith(secret: string, sealed: Buffer, wallet: string): string {
  const iv = sealed.subarray(0, IV_BYTES)
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(ALGORITHM, toKey(secret), iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(wallet)).setAuthTag(tag)
  const encrypted = sealed.subarray(IV_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString("utf8")
}

/** 256 bits from a secret, whatever its form. */
const toKey = (secret: string) =>
  Buffer.from(hkdfSync("sha256", secret, "", "atoll oauth tokens", 32))

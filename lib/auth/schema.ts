import { z } from "zod"
import { address, isoDate, singleLineText } from "@/lib/http/wire"

export const walletQuery = z.object({ address: address.describe("wallet that signs in") })

export const issuedNonce = z
  .object({
    nonce: z
      .string()
      .regex(/^[A-Za-z0-9]{24}$/)
      .meta({ examples: ["h3Kd92LmQx7RtVw5Zb1Nc8Yp"] }),
    expiresAt: isoDate,
    domain: z.string().describe("accepted as domain of the message"),
    uri: z.string().describe("accepted as URI of the message"),
    chainId: z.int(),
    statement: z.string(),
  })
  .meta({ id: "Nonce" })

/** Not normalised, because the signature covers the exact bytes. */
export const signInBody = z.object({
  message: z.string().min(1, "is required").max(4_096).describe("EIP-4361 message"),
  signature: z.string().max(8_192).describe("0x-prefixed"),
})

export const signInResult = z.object({ ok: z.boolean(), address: z.string() })

export const sessionInfoQuery = z.object({ address: address.optional() })

const addressList = z.array(z.string()).describe("newest verify first")

export const sessionInfo = z.union([
  z.object({
    isLoggedIn: z.boolean().describe("whether the address asked for is in the session"),
    address: z.string().nullable(),
    allAddresses: addressList,
  }),
  z.object({ isLoggedIn: z.boolean(), addresses: addressList }),
])

export const signOutResult = z.object({ ok: z.boolean(), message: z.string() })

export const createKeyBody = z.object({ label: singleLineText({ max: 64 }).optional() })

export const createdKey = z.object({
  id: z.string(),
  key: z.string().describe("the plain key; shown here and never again"),
  label: z.string().nullable(),
  createdAt: isoDate,
})

export const keyList = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      keyHint: z.string().nullable(),
      label: z.string().nullable(),
      createdAt: isoDate,
      lastUsedAt: isoDate.nullable(),
    }),
  ),
})

export const keyParams = z.object({ id: z.string() })

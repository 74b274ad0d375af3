"use client"

import { useCallback, useState } from "react"
import { createSiweMessage } from "viem/siwe"
import { type Config, useConfig } from "wagmi"
import { getConnection, signMessage } from "wagmi/actions"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import { callApi } from "./api"
import { describeFailure, type Failure, known } from "./failure"
import { dropIntent, keepIntent } from "./intent"
import { useSession } from "./session"

const LIFETIME_MS = 10 * 60_000

const challenge = z.object({
  nonce: z.string(),
  domain: z.string(),
  uri: z.string(),
  chainId: z.number(),
  statement: z.string(),
})
const verified = z.object({ ok: z.literal(true), address: z.string() })

/** A message ready to be signed, and the wallet it names. */
export type SignInMessage = { text: string; wallet: string; domain: string }

/** Sign in with Ethereum: the service names what the message must say, the person reads it, the wallet signs it. */
export function useSignIn() {
  const config = useConfig()
  const { entered } = useSession()
  const [message, setMessage] = useState<SignInMessage | null>(null)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const attempt = useCallback(async (work: () => Promise<void>) => {
    setPending(true)
    setFailure(null)
    try {
      await work()
      return true
    } catch (error) {
      setFailure(describeFailure(error))
      return false
    } finally {
      setPending(false)
    }
  }, [])

  const prepare = useCallback(
    () => attempt(async () => setMessage(await writeMessage(config))),
    [attempt, config],
  )

  const sign = useCallback(
    () =>
      attempt(async () => {
        if (!message) return
        keepIntent({ kind: "sign-in", wallet: message.wallet })
        try {
          await entered(await signAndVerify(config, message))
        } finally {
          dropIntent()
          // Its number is used up, or was refused.
          setMessage(null)
        }
      }),
    [attempt, config, message, entered],
  )

  const cancel = useCallback(() => {
    dropIntent()
    setMessage(null)
    setFailure(null)
  }, [])

  return { message, prepare, sign, cancel, isPending, failure }
}

/** The connected account with its checksum, as the standard asks. */
function accountOf(config: Config) {
  const { address } = getConnection(config)
  if (!address) throw known("NOT_CONNECTED")
  return address
}

async function writeMessage(config: Config): Promise<SignInMessage> {
  const address = accountOf(config)
  const terms = await callApi(`/api/auth/nonce?address=${address}`, { response: challenge })
  const text = createSiweMessage({
    ...terms,
    address,
    version: "1",
    issuedAt: new Date(),
    expirationTime: new Date(Date.now() + LIFETIME_MS),
  })
  return { text, wallet: toAddress(address), domain: terms.domain }
}

async function signAndVerify(config: Config, { text, wallet }: SignInMessage) {
  const account = accountOf(config)
  if (toAddress(account) !== wallet) throw known("ACCOUNT_CHANGED")
  const signature = await signMessage(config, { message: text, account })
  const answer = await callApi("/api/auth/verify", {
    method: "POST",
    body: { message: text, signature },
    response: verified,
  })
  return toAddress(answer.address)
}

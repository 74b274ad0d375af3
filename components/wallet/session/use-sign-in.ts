"use client"

import { useCallback, useState } from "react"
import { createSiweMessage } from "viem/siwe"
import { type Config, useConfig } from "wagmi"
import { getConnection, signMessage } from "wagmi/actions"
import { appError, describeFailure, type Failure } from "@/components/browser/failure"
import {
  clearPendingConnection,
  storePendingConnection,
} from "@/components/wallet/connect/pending-connection"
import { callApi } from "@/lib/api/client"
import { toAddress } from "@/lib/chain/browser"
import { useSession } from "./session"

const LIFETIME_MS = 10 * 60_000

export type SignInMessage = { text: string; wallet: string; domain: string }

/** Sign-In with Ethereum (EIP-4361): `prepare` builds the message with the service's nonce, `sign` signs and verifies it. */
export function useSignIn() {
  const config = useConfig()
  const { onSignedIn } = useSession()
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
        storePendingConnection({ kind: "sign-in", wallet: message.wallet })
        try {
          await onSignedIn(await signAndVerify(config, message))
        } finally {
          clearPendingConnection()
          // The nonce is used up or was rejected.
          setMessage(null)
        }
      }),
    [attempt, config, message, onSignedIn],
  )

  const cancel = useCallback(() => {
    clearPendingConnection()
    setMessage(null)
    setFailure(null)
  }, [])

  return { message, prepare, sign, cancel, isPending, failure }
}

/** With its checksum, as EIP-4361 requires. */
function getAccount(config: Config) {
  const { address } = getConnection(config)
  if (!address) throw appError("NOT_CONNECTED")
  return address
}

async function writeMessage(config: Config): Promise<SignInMessage> {
  const address = getAccount(config)
  const terms = await callApi("GET /api/auth/nonce", { query: { address } })
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
  const account = getAccount(config)
  if (toAddress(account) !== wallet) throw appError("ACCOUNT_CHANGED")
  const signature = await signMessage(config, { message: text, account })
  const answer = await callApi("POST /api/auth/verify", { body: { message: text, signature } })
  return toAddress(answer.address)
}

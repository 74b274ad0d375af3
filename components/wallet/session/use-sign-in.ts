"use client"

import { useCallback, useState } from "react"
import { createSiweMessage } from "viem/siwe"
import { type Config, useConfig } from "wagmi"
import { getConnection, signMessage } from "wagmi/actions"
import { appError } from "@/components/browser/failure"
import { useAction } from "@/components/browser/use-action"
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
  const { run, reset, isPending, failure } = useAction()

  const prepare = useCallback(
    () => run(async () => setMessage(await writeMessage(config))),
    [run, config],
  )

  const sign = () =>
    run(async () => {
      if (!message) return
      storePendingConnection({ kind: "sign-in", wallet: message.wallet })
      try {
        await onSignedIn(await signAndVerify(config, message))
      } finally {
        clearPendingConnection()
        // The nonce is used up or was rejected.
        setMessage(null)
      }
    })

  const cancel = () => {
    clearPendingConnection()
    setMessage(null)
    reset()
  }

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

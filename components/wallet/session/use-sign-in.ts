"use client"

import { useState } from "react"
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
import { originsOf } from "@/lib/loopback"
import { useSession } from "./session"

const LIFETIME_MS = 10 * 60_000

type SignInMessage = { text: string; wallet: string }

/**
 * Sign-In with Ethereum (EIP-4361) by one press: the message with the service's nonce is written, signed and verified.
 * `message` is the text that the wallet signs meanwhile; null before and afterwards.
 */
export function useSignIn() {
  const config = useConfig()
  const { onSignedIn } = useSession()
  const [message, setMessage] = useState<string | null>(null)
  const { run, isPending, failure } = useAction()

  const signIn = () =>
    run(async () => {
      const written = await writeMessage(config)
      setMessage(written.text)
      storePendingConnection({ kind: "sign-in", wallet: written.wallet })
      try {
        await onSignedIn(await signAndVerify(config, written))
      } finally {
        clearPendingConnection()
        // The nonce is used up or was rejected.
        setMessage(null)
      }
    })

  return { message, signIn, isPending, failure }
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
    ...addressBarTerms(terms.uri),
    address,
    version: "1",
    issuedAt: new Date(),
    expirationTime: new Date(Date.now() + LIFETIME_MS),
  })
  return { text, wallet: toAddress(address) }
}

/**
 * Domain and URI of the address bar where a local service is open at another of the machine's names: wallets warn of any
 * other. viem writes no message for a domain like [::1].
 */
function addressBarTerms(serviceUri: string) {
  const { host, hostname, origin } = window.location
  const isOther = originsOf(serviceUri).includes(origin) && origin !== new URL(serviceUri).origin
  return isOther && !hostname.startsWith("[") ? { domain: host, uri: origin } : {}
}

async function signAndVerify(config: Config, { text, wallet }: SignInMessage) {
  const account = getAccount(config)
  if (toAddress(account) !== wallet) throw appError("ACCOUNT_CHANGED")
  const signature = await signMessage(config, { message: text, account })
  const answer = await callApi("POST /api/auth/verify", { body: { message: text, signature } })
  return toAddress(answer.address)
}

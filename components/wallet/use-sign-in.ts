"use client"

import { useCallback, useState } from "react"
import { createSiweMessage } from "viem/siwe"
import { useConfig } from "wagmi"
import { getConnection, signMessage } from "wagmi/actions"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import { callApi } from "./api"
import { describeFailure, type Failure, known } from "./failure"
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

/** Sign in with Ethereum: the service names what the message must say, the wallet signs it. */
export function useSignIn() {
  const config = useConfig()
  const { entered } = useSession()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const signIn = useCallback(async (): Promise<boolean> => {
    setPending(true)
    setFailure(null)
    try {
      const { address } = getConnection(config)
      if (!address) throw known("NOT_CONNECTED", "No wallet is connected.", "Connect one first.")
      const terms = await callApi(`/api/auth/nonce?address=${address}`, { response: challenge })
      const message = createSiweMessage({
        ...terms,
        // The message shows the address with its checksum, as the standard asks.
        address,
        version: "1",
        issuedAt: new Date(),
        expirationTime: new Date(Date.now() + LIFETIME_MS),
      })
      const signature = await signMessage(config, { message, account: address })
      const answer = await callApi("/api/auth/verify", {
        method: "POST",
        body: { message, signature },
        response: verified,
      })
      await entered(toAddress(answer.address))
      return true
    } catch (error) {
      setFailure(describeFailure(error))
      return false
    } finally {
      setPending(false)
    }
  }, [config, entered])

  return { signIn, isPending, failure }
}

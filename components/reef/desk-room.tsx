"use client"

import { useCallback, useEffect } from "react"
import { z } from "zod"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { ApiFailure } from "@/components/wallet/api"
import { describeFailure } from "@/components/wallet/failure"
import { useSession } from "@/components/wallet/session"
import { SignInPanel } from "@/components/wallet/sign-in-panel"
import { openConnect } from "@/components/wallet/store"
import { useWallet } from "@/components/wallet/use-wallet"
import { type Call, noteAdmin, openDesk, type Said, settle, useDesk } from "./desk"
import { useStanding } from "./standing"

/** Finds out who is there, and asks those who want to do something to sign in. */
export function DeskRoom() {
  const { status, address } = useWallet()
  const { me, isKnown } = useMe()
  const { asked } = useDesk()
  const { standing } = useStanding()
  const isAdmin = standing?.isAdmin ?? false
  useEffect(() => noteAdmin(isAdmin), [isAdmin])
  if (!asked || !isKnown || me) return null
  return (
    <Dialog
      description="Posting, voting and reporting are done in the name of a wallet. It costs nothing."
      isOpen
      onClose={() => settle(null)}
      title={`Sign in ${asked.purpose}`}
    >
      <div className="grid gap-3 pt-2">
        {address ? (
          <SignInPanel />
        ) : (
          <Button onClick={openConnect} pending={status === "connecting"}>
            Connect a wallet
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function useMe() {
  const { status, address } = useWallet()
  const { wallets, acting, load, act, request } = useSession()
  useEffect(load, [load])
  const isKnown = wallets !== null && status !== "connecting"
  // The wallet that is connected counts, and where none is, the one that signed in.
  const own = address ? (wallets?.find((wallet) => wallet === address) ?? null) : acting
  const me = isKnown ? own : null
  const send = useCallback(
    async (path: string, call: Call): Promise<Said> => {
      try {
        if (me) act(me)
        return { json: await request(path, z.unknown(), call), refusal: null }
      } catch (error) {
        const retryAfterSeconds = error instanceof ApiFailure ? error.retryAfterSeconds : 0
        return { json: null, refusal: { ...describeFailure(error), retryAfterSeconds } }
      }
    },
    [act, me, request],
  )
  useEffect(() => openDesk({ me, isKnown, send }), [me, isKnown, send])
  return { me, isKnown }
}

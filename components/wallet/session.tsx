"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react"
import { z } from "zod"
import { ApiFailure, callApi } from "./api"

const ACTING = "atoll.session.acting"
const KNOWN = "atoll.session.known"

const me = z.object({ isLoggedIn: z.boolean(), addresses: z.array(z.string()) })
const done = z.object({ ok: z.boolean() })

type ApiCall = Omit<Parameters<typeof callApi>[1], "response" | "wallet">

type Session = {
  /** Signed-in wallets, newest first; null while unknown. */
  wallets: readonly string[] | null
  /** The wallet in whose name requests run. */
  acting: string | null
  /** A request was refused because the session had ended. */
  hasExpired: boolean
  /** Asks the service who is signed in, where that is not known yet. */
  load: () => void
  /** After a sign-in: the wallet acts from now on. */
  entered: (wallet: string) => Promise<void>
  act: (wallet: string) => void
  /** Signs out one wallet, or all of them. */
  leave: (wallet?: string) => Promise<void>
  /** A call in the name of the acting wallet; notices when the session has ended. */
  request: <S extends z.ZodType>(path: string, response: S, call?: ApiCall) => Promise<z.output<S>>
}

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error("useSession needs a SessionProvider")
  return session
}

const KEY = ["session"]

/** Knows who is signed in. The question is asked only in browsers that have signed in before, or on demand. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [isWanted, setWanted] = useState(false)
  const [hasExpired, setExpired] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)

  const query = useQuery({
    queryKey: KEY,
    enabled: isWanted,
    staleTime: 60_000,
    queryFn: async () => (await callApi("/api/auth/me", { response: me })).addresses,
  })
  const wallets = query.data ?? null
  const acting = wallets?.find((wallet) => wallet === chosen) ?? wallets?.[0] ?? null

  const load = useCallback(() => {
    setWanted(true)
    setChosen(localStorage.getItem(ACTING))
  }, [])

  const act = useCallback((wallet: string) => {
    localStorage.setItem(ACTING, wallet)
    setChosen(wallet)
  }, [])

  const refetch = useCallback(async () => {
    setWanted(true)
    await client.invalidateQueries({ queryKey: KEY })
  }, [client])

  const entered = useCallback(
    async (wallet: string) => {
      localStorage.setItem(KNOWN, "yes")
      client.setQueryData<string[]>(KEY, (known = []) => [
        wallet,
        ...known.filter((each) => each !== wallet),
      ])
      act(wallet)
      setExpired(false)
      await refetch()
    },
    [act, client, refetch],
  )

  const leave = useCallback(
    async (wallet?: string) => {
      const path = wallet ? `/api/auth/me?address=${wallet}` : "/api/auth/me"
      await callApi(path, { response: done, method: "DELETE" })
      if (!wallet) localStorage.removeItem(KNOWN)
      client.setQueryData<string[]>(KEY, (known = []) =>
        wallet ? known.filter((each) => each !== wallet) : [],
      )
      setExpired(false)
      await refetch()
    },
    [client, refetch],
  )

  const request = useCallback<Session["request"]>(
    async (path, response, call = {}) => {
      try {
        return await callApi(path, { ...call, response, wallet: acting })
      } catch (error) {
        if (error instanceof ApiFailure && hasEnded(error)) {
          setExpired(true)
          client.setQueryData(KEY, [])
          await refetch()
        }
        throw error
      }
    },
    [acting, client, refetch],
  )

  const session = useMemo(
    () => ({ wallets, acting, hasExpired, load, entered, act, leave, request }),
    [wallets, acting, hasExpired, load, entered, act, leave, request],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

function hasEnded({ status, code }: ApiFailure) {
  return status === 401 || code === "WALLET_NOT_IN_SESSION"
}

/** Whether this browser has signed in before. */
export function hasSignedInBefore(): boolean {
  return localStorage.getItem(KNOWN) !== null
}

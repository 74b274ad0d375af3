"use client"

import { useEffect, useState } from "react"
import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"
import { whenIdle } from "@/components/browser/when-idle"
import { useNow } from "@/components/ui/use-now"
import { useTransactions } from "@/components/wallet/transactions/store"
import { findLastEnd } from "@/components/wallet/use-wallet-data"
import { type ApiAnswer, callApi } from "@/lib/api/client"

type Answer = ApiAnswer<"GET /api/internal/loans/due">
export type DueLoan = Answer["data"][number]

type DueLoans = { loans: readonly DueLoan[]; clockOffset: number }

/** An answer stays valid for an hour, of the seven days before a loan is due. */
const LIFETIME_MS = 3_600_000
const IDLE_TIMEOUT_MS = 3_000
const KEY = "atoll.loans.due"

type Stored = { wallet: string; readAt: number; answer: Answer }

/** Loans of the wallet that expire within seven days. Asked once an hour and after its transactions. */
export function useDueLoans(wallet: string): DueLoans | null {
  const lastEnd = findLastEnd(useTransactions(), wallet)
  const hour = Math.floor(useNow(LIFETIME_MS) / LIFETIME_MS)
  const [stored, setStored] = useState<Stored | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the hour the answer has become old
  useEffect(() => {
    const cached = readStored(wallet)
    if (cached && cached.readAt > lastEnd && Date.now() - cached.readAt < LIFETIME_MS) {
      setStored(cached)
      return
    }
    const abort = new AbortController()
    const cancel = whenIdle(() => {
      callApi("GET /api/internal/loans/due", { query: { wallet } }, { signal: abort.signal }).then(
        (answer) => {
          const read = { wallet, readAt: Date.now(), answer }
          writeLocalStorage(KEY, JSON.stringify(read))
          setStored(read)
        },
        // The note is no reason for a message; the next page asks again.
        () => {},
      )
    }, IDLE_TIMEOUT_MS)
    return () => {
      cancel()
      abort.abort()
    }
  }, [wallet, lastEnd, hour])
  if (!stored) return null
  const { answer, readAt } = stored
  return { loans: answer.data, clockOffset: Math.max(0, answer.time * 1_000 - readAt) }
}

/** The last answer of this browser, if it is about this wallet. */
function readStored(wallet: string): Stored | null {
  try {
    const stored: Stored | null = JSON.parse(readLocalStorage(KEY) ?? "null")
    const isUsable =
      stored?.wallet === wallet &&
      typeof stored.readAt === "number" &&
      typeof stored.answer?.time === "number" &&
      Array.isArray(stored.answer.data)
    return isUsable ? stored : null
  } catch {
    return null
  }
}

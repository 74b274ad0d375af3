import type { ErrorText } from "@/lib/errors/text"

/** A part of a sentence about a transaction. */
export type SentencePart =
  | string
  | { kind: "address"; address: string }
  | { kind: "amount"; token: string; value: bigint; isAtLeast?: boolean }
  | { kind: "token"; token: string }
  /** The question of a prediction market. */
  | { kind: "market"; token: string }
  | { kind: "outcome"; token: string; outcome: number }
  | { kind: "shares"; token: string; outcome: number; value: bigint }
  /** 18 decimals. */
  | { kind: "usd"; value: bigint }
  | { kind: "percent"; basisPoints: bigint }
  /** User-supplied text, such as the name of a token. */
  | { kind: "quote"; text: string }

export type Sentence = readonly SentencePart[]

/** `main`: the purpose of the transaction. `money`: transfers. `detail`: everything else. */
export type EventWeight = "main" | "money" | "detail"

export type LogDescription = { weight: EventWeight; sentence: Sentence }

export type EventLine = LogDescription & { index: number }

/** Currencies of amounts whose event does not name one. */
export type TokenAddresses = { usdb: string; mainToken: string }

/** Names of the addresses of a transaction, by address in lower case. */
export type Names = Readonly<Record<string, NamedAddress>>

export type NamedAddress = {
  name: string
  /** A `token` has a page. */
  kind: "token" | "dollar" | "contract"
  /** Present if the token belongs to a prediction market. */
  market?: { question: string; options: readonly string[] }
}

export type TransactionStatus = "pending" | "mined" | "indexed" | "failed"

export type TransactionView = {
  hash: string
  status: TransactionStatus
  /** Revert reason; null if the transaction did not fail or the reason is unknown. */
  reason: (ErrorText & { name: string }) | null
  from: string
  /** Null when it created a contract. */
  to: string | null
  created: string | null
  /** Wei of the native coin. */
  value: bigint
  fee: bigint | null
  nonce: number
  block: { number: number; time: Date; confirmations: number } | null
  call: Sentence
  events: readonly EventLine[]
  names: Names
}

import type { ActionFields, ActionName, AddressBook } from "../../client/types"

/** Fields of an action that hold a text, a number or a truth value. */
type FieldOf<A> = keyof A & string

/** Names of contracts in the address book. */
type ContractName = {
  [K in keyof AddressBook]: AddressBook[K] extends string ? K : never
}[keyof AddressBook]

/** Addresses that the rules of tokens name. */
type BookName = Extract<ContractName, string>

/** What an argument must be. Plain data, so that other languages follow the same rules. */
export type Term<A> =
  | boolean
  | number
  /** The field's own value. */
  | { field: FieldOf<A> }
  /** The field's value; anything where the action leaves it out. */
  | { fieldOrAnything: FieldOf<A> }
  /** An address of the deployment. */
  | { book: BookName }
  /** The contract of an asset's rounds. */
  | { upDown: FieldOf<A> }
  /** anything: only the chain knows it. quotedMinimum: the least amount that the quote names, which must follow from
   * the slippage; quotedShares: the same of shares, whose amount depends on later bets. */
  | { is: "anything" | "quotedMinimum" | "quotedShares" | "aboveZero" }
  /** The same text, apart from space and control characters, which the service normalises. */
  | { sameText: FieldOf<A> }
  | { sameTexts: FieldOf<A> }
  /** USDB → TIDE (→ token). */
  | { buyPath: FieldOf<A> }
  /** The way back to USDB, or to TIDE. TIDE itself is sold for USDB. */
  | { sellPath: FieldOf<A>; for: "usdb" | "tide" }
  /** The number of a timeframe that is given by its number or its name. */
  | { timeframe: FieldOf<A> }
  /** The same for each of a list. */
  | { timeframe: FieldOf<A>; each: FieldOf<A> }
  /** What stands for the field's value; the value itself where nothing does. */
  | { choice: FieldOf<A>; of: Readonly<Record<string, number | { book: BookName }>> }
  /** An agent's card that says what the action says. */
  | { agentCard: true }
  | { list: readonly Term<A>[] }

/** A rule holds where each of these fields has the value. */
type Condition<A> = { readonly [F in FieldOf<A>]?: A[F] }

/** A call that does an action. Any other call is not signed. */
export type CallRule<A> = {
  when?: Condition<A>
  /** Fields that are given, and that are not. */
  given?: FieldOf<A>
  missing?: FieldOf<A>
  /** The contracts of which one is called. */
  to: readonly Term<A>[]
  /** As in Solidity: "function faucet(address referrer)". */
  signature: string
  args: readonly Term<A>[]
  /** An approval that may come before it, of the called contract. */
  approval?: {
    /** Null where only the chain knows the token: that of a loan or a vesting schedule. */
    token: Term<A> | null
    /** Null where only the chain knows the amount: a debt, a bond or a fee, at most what the quote says. */
    amount: Term<A> | null
  }
  /** Whether the call may carry a fee in the native coin. */
  paysFee?: true
}

export type ActionRule<A> = {
  /** Values of fields that the action leaves out. */
  defaults?: { readonly [F in FieldOf<A>]?: A[F] }
  calls: readonly CallRule<A>[]
  /** The field that names USDB, where the limits of a signer count it whatever the quote says. */
  usdb?: { field: FieldOf<A>; when?: Condition<A> }
  /** Whether other tokens than USDB leave the wallet for something that is not money. */
  givesOther?: true
}

export type Rules = { readonly [N in ActionName]: ActionRule<ActionFields<N>> }

/** Fields of an action whose name is known only when the rule is read. */
export type Fields = Readonly<Record<string, unknown>>

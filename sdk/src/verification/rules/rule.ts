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
  /** Only the chain knows it. */
  | { is: "anything" }
  /** The least amount of this asset that the quote names: above zero, and as the slippage and the caller want it. */
  | { minimumOf: AssetTerm<A> }
  /** At least that: what the argument bounds is worth no less than the asset. */
  | { atLeastMinimumOf: AssetTerm<A> }
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

/** What an asset is called in a quote. */
export type AssetTerm<A> =
  | { field: FieldOf<A> }
  | { book: BookName }
  | { choice: FieldOf<A>; of: Readonly<Record<string, { book: BookName }>> }
  /** What a token is sold for: USDB or TIDE. TIDE itself is sold for USDB. */
  | { soldFor: FieldOf<A>; for: "usdb" | "tide" }
  /** Shares of a market's outcome: `<market>:<outcomeId>`. */
  | { sharesOf: FieldOf<A>; outcome: FieldOf<A> }
  /** The collateral of a new leverage position beside tokens in the wallet: `<token>:position`. */
  | { positionOf: FieldOf<A> }
  /** Shares of a side of the present round: `<contract>:<tf>:<roundId>:<side>`. */
  | { roundOf: FieldOf<A>; during: FieldOf<A>; side: FieldOf<A> }

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
  /**
   * What leaves the wallet, or comes under somebody else's control, besides USDB: its worth counts. Where the quote does
   * not name it the worth is unknown.
   */
  gives?: GivenRule<A>
  /** Whether it is a sale: what the slippage may take of what is received counts. */
  sells?: true
  /** Whether USDB leaves the wallet whose amount only the chain knows: the quote must name it. */
  takesUsdb?: true
  /** Whether fees count that are taken out of a loan or its collateral. */
  paysFees?: true
}

export type GivenRule<A> = {
  /** What the wallet has less of, or what it gives away without having less of it now. */
  in: "in" | "gives"
  /** Null where only the chain knows it. */
  asset: AssetTerm<A> | null
  amount: { field: FieldOf<A> } | null
  /** Not where each of these fields has the value. */
  unless?: Condition<A>
  /** What is asked for each unit of it, in USDB: so much less is given away. */
  askedPrice?: FieldOf<A>
}

export type Rules = { readonly [N in ActionName]: ActionRule<ActionFields<N>> }

/** Fields of an action whose name is known only when the rule is read. */
export type Fields = Readonly<Record<string, unknown>>

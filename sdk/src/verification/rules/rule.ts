import type { ActionFields, ActionName, AddressBook } from "../../client/types"

/** Fields of an action that hold a text, a number or a truth value. */
type FieldOf<A> = keyof A & string

/** Names of contracts in the address book. */
type ContractName = {
  [K in keyof AddressBook]: AddressBook[K] extends string ? K : never
}[keyof AddressBook]

/** Addresses that the rules of tokens name. */
type BookName = Extract<ContractName, string>

/** The expected value of an argument. Plain data, so that other languages follow the same rules. */
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
  /** At least that amount: the argument's own bound is worth no less than the asset. */
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
  /** The replacement of the field's value; without one, the value itself. */
  | { choice: FieldOf<A>; of: Readonly<Record<string, number | { book: BookName }>> }
  /** An agent's card that matches the action's fields. */
  | { agentCard: true }
  | { list: readonly Term<A>[] }

/** The name of an asset in a quote. */
export type AssetTerm<A> =
  | { field: FieldOf<A> }
  | { book: BookName }
  | { choice: FieldOf<A>; of: Readonly<Record<string, { book: BookName }>> }
  /** The asset that a token is sold for: USDB or TIDE. TIDE itself is sold for USDB. */
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
  /** In Solidity's notation: "function faucet(address referrer)". */
  signature: string
  args: readonly Term<A>[]
  /** An approval that may come before it, of the called contract. */
  approval?: {
    /** Null where only the chain knows the token, such as a loan's or a schedule's. */
    token: Term<A> | null
    /** Null where only the chain knows the amount: a debt, a bond or a fee, at most the quote's. */
    amount: Term<A> | null
  }
  /** Whether the call may carry a fee in the native coin. */
  paysFee?: true
}

export type ActionRule<A> = {
  /** Values of fields that the action leaves out. */
  defaults?: { readonly [F in FieldOf<A>]?: A[F] }
  calls: readonly CallRule<A>[]
  /** The field with an amount of USDB that the limits of a signer count, whatever the quote says. */
  usdb?: { field: FieldOf<A>; when?: Condition<A> }
  /**
   * Assets besides USDB that leave the wallet or come under another account's control: their worth counts. If the
   * quote does not name them, the worth is unknown.
   */
  gives?: GivenRule<A>
  /** Whether it is a sale: the part of the proceeds that slippage may take counts. */
  sells?: true
  /** Whether USDB leaves the wallet in an amount that only the chain knows: the quote must name it. */
  takesUsdb?: true
  /** Whether fees count that come out of a loan or its collateral. */
  paysFees?: true
}

export type GivenRule<A> = {
  /** `in`: the wallet has less of it; `gives`: it gives it away without having less of it now. */
  in: "in" | "gives"
  /** Null where only the chain knows it. */
  asset: AssetTerm<A> | null
  amount: { field: FieldOf<A> } | null
  /** Does not apply where each of these fields has the value. */
  unless?: Condition<A>
  /** The price asked for each unit, in USDB, which reduces the amount given away. */
  askedPrice?: FieldOf<A>
}

export type Rules = { readonly [N in ActionName]: ActionRule<ActionFields<N>> }

/** Fields of an action whose name is known only when the rule is read. */
export type Fields = Readonly<Record<string, unknown>>

import { isRecord } from "../client/errors"
import type { Action, AddressBook } from "../client/types"
import {
  anything,
  type Expected,
  type ExpectedCall,
  isSameAddress,
  nothing,
  quotedMinimum,
  roundShares,
  sameText,
} from "./expected-call"
import type { ActionRule, AssetTerm, CallRule, Fields, Term } from "./rules/rule"
import { rules } from "./rules/rules"

const JSON_URI = "data:application/json;base64,"

/** Whether the card that a registry would store matches the action's fields. */
function isSameCard(uri: string, fields: Readonly<Record<string, unknown>>): boolean {
  const card = decodeCard(uri)
  if (!isRecord(card)) return false
  const { name, description, image, services } = fields
  return (
    card.name === `${name}`.trim() &&
    withoutSpace(card.description) === withoutSpace(description) &&
    (card.image === image || (!card.image && !image)) &&
    listEndpoints(card.services) === listEndpoints(services)
  )
}

function decodeCard(uri: string): unknown {
  if (!uri.startsWith(JSON_URI)) return null
  try {
    const bytes = Uint8Array.from(atob(uri.slice(JSON_URI.length)), (each) => each.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

const withoutSpace = (text: unknown) => `${text}`.replace(/\s/g, "")

const listEndpoints = (services: unknown) =>
  Array.isArray(services)
    ? services.map((each) => (isRecord(each) ? `${each.endpoint}`.trim() : "")).join()
    : ""

export type Context = { fields: Fields; book: AddressBook }

/** The calls that perform an action; the service's build must be one of them. */
export function listExpectedCalls(action: Action, book: AddressBook): readonly ExpectedCall[] {
  const rule = findRule(action)
  if (!rule) return []
  const fields = withDefaults(rule, action)
  return rule.calls
    .filter((call) => applies(call, fields))
    .map((call) => toExpectedCall(call, { fields, book }))
}

/** The rule of an action; undefined for an action that this package does not know. */
export const findRule = ({ action }: Action): ActionRule<Fields> | undefined =>
  Object.hasOwn(rules, action) ? rules[action] : undefined

export function withDefaults({ defaults }: ActionRule<Fields>, action: Action): Fields {
  const fields = Object.entries(action).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(fields) }
}

/** Whether each of the fields has the value of a condition. */
export const meets = (when: Fields = {}, fields: Fields) =>
  Object.entries(when).every(([name, value]) => fields[name] === value)

const applies = ({ when, given: needed, missing }: CallRule<Fields>, fields: Fields) =>
  meets(when, fields) &&
  (needed === undefined || fields[needed] !== undefined) &&
  (missing === undefined || fields[missing] === undefined)

function toExpectedCall(call: CallRule<Fields>, context: Context): ExpectedCall {
  const { to, signature, args, approval, paysFee } = call
  const resolve = (term: Term<Fields>) => toExpected(term, context)
  return {
    ...{ to: to.map(resolve), signature, args: args.map(resolve), paysFee: paysFee === true },
    hasMinimum: args.some(isMinimum),
    ...(approval && {
      approval: {
        token: approval.token === null ? null : resolve(approval.token),
        amount: approval.amount === null ? null : resolve(approval.amount),
      },
    }),
  }
}

const isMinimum = (term: Term<Fields>) =>
  typeof term === "object" && ("minimumOf" in term || "atLeastMinimumOf" in term)

/** Decimal digits of an amount in the action; 0 for an absent one. */
export const readAmount = (value: unknown) =>
  typeof value === "string" && /^\d+$/.test(value) ? BigInt(value) : 0n

function toExpected(term: Term<Fields>, context: Context): Expected {
  const { fields, book } = context
  if (typeof term !== "object") return term
  if ("field" in term) return readValue(fields[term.field])
  if ("fieldOrAnything" in term) return readValue(fields[term.fieldOrAnything] ?? anything)
  if ("book" in term) return book[term.book]
  if ("upDown" in term) return readValue(toRecord(book.upDown)[`${fields[term.upDown]}`])
  if ("is" in term) return anything
  if ("minimumOf" in term) {
    return quotedMinimum(toAsset(term.minimumOf, context), readAmount(fields.minOut))
  }
  if ("atLeastMinimumOf" in term) {
    const asset = toAsset(term.atLeastMinimumOf, context)
    return quotedMinimum(asset, readAmount(fields.minOut), false)
  }
  if ("sameText" in term) return sameText(`${fields[term.sameText]}`)
  if ("sameTexts" in term)
    return readList(fields[term.sameTexts]).map((each) => sameText(`${each}`))
  if ("buyPath" in term) return buyPath(book, `${fields[term.buyPath]}`)
  if ("sellPath" in term) return sellPath(book, `${fields[term.sellPath]}`, term.for)
  if ("timeframe" in term) {
    const code = toCode(`${fields[term.timeframe]}`)
    return "each" in term ? readList(fields[term.each]).map(() => code) : code
  }
  if ("choice" in term) {
    const value = fields[term.choice]
    const chosen = Object.hasOwn(term.of, `${value}`) ? term.of[`${value}`] : undefined
    return chosen === undefined ? readValue(value) : toExpected(chosen, context)
  }
  if ("agentCard" in term) return (uri) => isSameCard(uri, fields)
  return term.list.map((each) => toExpected(each, context))
}

/** The name of an asset in a quote. */
export function toAsset(term: AssetTerm<Fields>, context: Context): Expected {
  const { fields, book } = context
  if ("soldFor" in term) {
    const path = sellPath(book, `${fields[term.soldFor]}`, term.for)
    return path.at(-1) ?? nothing
  }
  if ("sharesOf" in term) {
    return `${fields[term.sharesOf]}:${fields[term.outcome]}`.toLowerCase()
  }
  if ("positionOf" in term) return `${fields[term.positionOf]}:position`.toLowerCase()
  if ("roundOf" in term) {
    const { roundOf, during, side } = term
    const contract = toExpected({ upDown: roundOf }, context)
    return roundShares(contract, toCode(`${fields[during]}`), readValue(fields[side]))
  }
  return toExpected(term, context)
}

const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const toRecord = (value: unknown) => (isRecord(value) ? value : {})

/** A field that is missing, or that no argument can be, equals nothing. */
function readValue(value: unknown): Expected {
  if (Array.isArray(value)) return value.map(readValue)
  if (typeof value === "string" || typeof value === "number") return value
  if (typeof value === "boolean") return value
  return value === anything ? anything : nothing
}

/** USDB → TIDE (→ token). */
const buyPath = ({ usdb, mainToken }: AddressBook, token: string) =>
  isSameAddress(token, mainToken) ? [usdb, mainToken] : [usdb, mainToken, token]

function sellPath(book: AddressBook, token: string, receive: "usdb" | "tide"): string[] {
  const isForTide = receive === "tide" && !isSameAddress(token, book.mainToken)
  return isForTide ? [token, book.mainToken] : buyPath(book, token).reverse()
}

const TIMEFRAMES = ["5m", "15m", "1h", "4h", "24h"]

/** Code of a timeframe that is given by its code or its name. */
const toCode = (timeframe: string) =>
  TIMEFRAMES.includes(timeframe) ? TIMEFRAMES.indexOf(timeframe) : timeframe

import { isRecord } from "../client/errors"
import type { Action, ActionName, ActionOf, AddressBook } from "../client/types"
import { anything, type Expectation, type ExpectedCall, type Matcher } from "./expected-call"
import { loanCalls } from "./loan-calls"
import { marketCalls } from "./market-calls"
import { tokenCalls } from "./token-calls"
import { vestingCalls } from "./vesting-calls"

const TIMEFRAMES = ["5m", "15m", "1h", "4h", "24h"]
const SIDES = { bull: 1, bear: 2 }
const NOBODY = "0x0000000000000000000000000000000000000000"

/** Code of a timeframe that is given by its code or its name. */
const toCode = (timeframe: number | string) =>
  TIMEFRAMES.includes(`${timeframe}`) ? TIMEFRAMES.indexOf(`${timeframe}`) : `${timeframe}`

const bet: Expectation<ActionOf<"updown.bet">> = (action, book) => {
  const { asset, timeframe, side, amount } = action
  return [
    {
      to: [book.upDown[asset]],
      signature:
        "function bet(uint8 tf, uint256 roundId, uint8 side, uint256 amount, uint256 minShares)",
      args: [toCode(timeframe), anything, SIDES[side], amount, quotedShares],
      approval: { token: book.usdb, amount },
    },
  ]
}

/** The quote names the least shares of a bet as any other amount. */
const quotedShares: Matcher = (argument, { out }) =>
  out.some(({ minAmount }) => minAmount === argument)

const claimRounds: Expectation<ActionOf<"updown.claim">> = (action, book) => {
  const { asset, timeframe, roundIds } = action
  return [
    {
      to: [book.upDown[asset]],
      signature: "function claimMany(uint8[] tfs, uint256[] roundIds)",
      args: [roundIds.map(() => toCode(timeframe)), roundIds],
    },
  ]
}

const claimFaucet: Expectation<ActionOf<"faucet.claim">> = ({ referrer = NOBODY }, book) => [
  { to: [book.usdb], signature: "function faucet(address referrer)", args: [referrer] },
]

/** The card that the registry stores must say what the action says. */
const register: Expectation<ActionOf<"agent.register">> = (action, book) => [
  {
    to: [book.identityRegistry],
    signature: "function register(string agentURI)",
    args: [(uri) => saysSame(decodeCard(uri), action)],
  },
]

const JSON_URI = "data:application/json;base64,"

function decodeCard(uri: string): unknown {
  if (!uri.startsWith(JSON_URI)) return null
  try {
    const bytes = Uint8Array.from(atob(uri.slice(JSON_URI.length)), (each) => each.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

function saysSame(card: unknown, action: ActionOf<"agent.register">): boolean {
  if (!isRecord(card)) return false
  const { name, description = "", image, services = [] } = action
  const endpoints = Array.isArray(card.services)
    ? card.services.map((each) => (isRecord(each) ? `${each.endpoint}` : ""))
    : []
  return (
    card.name === name.trim() &&
    `${card.description}`.replace(/\s/g, "") === description.replace(/\s/g, "") &&
    (card.image === image || (!card.image && !image)) &&
    endpoints.join() === services.map(({ endpoint }) => endpoint.trim()).join()
  )
}

/** For each action the calls that do it. The type checker wants an entry for every one of the union. */
const expectations: { [N in ActionName]: Expectation<ActionOf<N>> } = {
  ...tokenCalls,
  ...marketCalls,
  ...loanCalls,
  ...vestingCalls,
  "updown.bet": bet,
  "updown.claim": claimRounds,
  "faucet.claim": claimFaucet,
  "agent.register": register,
}

/** The calls that do an action; what the service builds must be one of them. */
export function listExpectedCalls(action: Action, book: AddressBook): readonly ExpectedCall[] {
  // Each entry takes the action of its own name.
  const expect = expectations[action.action] as Expectation<Action> | undefined
  return expect?.(action, book) ?? []
}

import type { ApiAnswer } from "@/lib/api/client"
import { type Signal, signalNames } from "@/lib/faucet/amounts"

export type Checklist = ApiAnswer<"GET /api/internal/faucet">

export type SignalItem = {
  name: Signal
  /** Unknown before the wallet has signed in. */
  state: "met" | "unmet" | "unknown"
  text: string
  /** What is missing, and where to get it. */
  missing: string
  href: string
  action: string
}

const texts: Record<Signal, Omit<SignalItem, "name" | "state">> = {
  base: {
    text: "Registered agent, or username with a linked X or Moltbook account",
    missing: "Needed for every claim.",
    href: "/agents/new",
    action: "Register an agent",
  },
  twitter: {
    text: "X or Moltbook account linked",
    missing: "A handle that is not linked does not count.",
    href: "/account#linked",
    action: "Link an account",
  },
  active: {
    text: "100 USD of trades in the last 7 days",
    missing: "Buys, sells, shares and bets count.",
    href: "/launchpad",
    action: "Find a token to trade",
  },
  hatchling: {
    text: "500 points (tier Hatchling)",
    missing: "Trading, predicting and creating earn points.",
    href: "/account#standing",
    action: "See your tier",
  },
  tidal: {
    text: "2,500 points (tier Tidal)",
    missing: "Trading, predicting and creating earn points.",
    href: "/account#standing",
    action: "See your tier",
  },
}

/** The signals in the order of the rules; without a checklist their states are unknown. */
export function listSignals(checklist: Checklist | undefined): SignalItem[] {
  return signalNames.map((name) => {
    const state = checklist ? (checklist.status.signals[name] ? "met" : "unmet") : "unknown"
    const item = { name, state, ...texts[name] } as const
    return name === "base" && checklist ? { ...item, ...describeGate(checklist) } : item
  })
}

/** Describes the missing half of the gate when the other half is passed. */
function describeGate({ hasUsername, status }: Checklist) {
  if (hasUsername) {
    return {
      missing: "You have a username; an account is missing, or an agent.",
      href: "/account#linked",
      action: "Link an account",
    }
  }
  if (status.signals.twitter) {
    return {
      missing: "An account is linked; a username is missing, or an agent.",
      href: "/account#profile",
      action: "Set a username",
    }
  }
  return {}
}

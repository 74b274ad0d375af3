import { declareEvent } from "./declare-event"

/** Events of USDB's faucet; both may name a wallet's referrer. */
export const faucetEvents = [
  declareEvent("usdb", "FaucetClaimed", {
    rows: ({ args: { user, referrer }, log: { id, txId, time } }) => ({
      faucetClaim: { id, txId, time, user, referrer },
    }),
    answer: ({ user, referrer }) => ({ user, referrer }),
  }),
  declareEvent("usdb", "ReferrerSet", {
    rows: ({ args: { user, referrer }, log: { id, txId, time } }) => ({
      referrerSet: { id, txId, time, user, referrer },
    }),
    answer: ({ user, referrer }) => ({ user, referrer }),
  }),
]

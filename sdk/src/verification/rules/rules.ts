import { loanRules } from "./loan-rules"
import { marketRules } from "./market-rules"
import type { Rules } from "./rule"
import { tokenRules } from "./token-rules"
import { vestingRules } from "./vesting-rules"

/**
 * The calls that perform each action; the service's build must be one of them. The Python package has the same rules
 * as rules.json, which `npm run sdk` writes.
 */
export const rules: Rules = {
  ...tokenRules,
  ...marketRules,
  ...loanRules,
  ...vestingRules,
  "updown.bet": {
    usdb: { field: "amount" },
    calls: [
      {
        to: [{ upDown: "asset" }],
        signature:
          "function bet(uint8 tf, uint256 roundId, uint8 side, uint256 amount, uint256 minShares)",
        args: [
          { timeframe: "timeframe" },
          { is: "anything" },
          { choice: "side", of: { bull: 1, bear: 2 } },
          { field: "amount" },
          { minimumOf: { roundOf: "asset", during: "timeframe", side: "side" } },
        ],
        approval: { token: { book: "usdb" }, amount: { field: "amount" } },
      },
    ],
  },
  "updown.claim": {
    calls: [
      {
        to: [{ upDown: "asset" }],
        signature: "function claimMany(uint8[] tfs, uint256[] roundIds)",
        args: [{ timeframe: "timeframe", each: "roundIds" }, { field: "roundIds" }],
      },
    ],
  },
  "faucet.claim": {
    defaults: { referrer: "0x0000000000000000000000000000000000000000" },
    calls: [
      {
        to: [{ book: "usdb" }],
        signature: "function faucet(address referrer)",
        args: [{ field: "referrer" }],
      },
    ],
  },
  "agent.register": {
    defaults: { description: "", services: [] },
    calls: [
      {
        to: [{ book: "identityRegistry" }],
        signature: "function register(string agentURI)",
        args: [{ agentCard: true }],
      },
    ],
  },
}

import { writeActionSetup } from "@/lib/guides/commands"
import type { Guide } from "@/lib/guides/guide"

export const lending: Guide = {
  slug: "lending",
  title: "Lending and leverage",
  summary: "Borrow USDB on tokens, repay, extend, and buy with borrowed money.",
  write: (
    facts,
  ) => `A loan pledges tokens and pays out USDB at once. It has a date: what is not repaid by then is liquidated, and what the
sale leaves can be collected with \`loan.claim\`. The price of the collateral does not end a loan before its date.

${writeActionSetup(facts)}

## Borrow

\`source\` says what is pledged: \`hub\` tokens (default), \`vault\` locked shares of the savings vault, \`vesting\` a schedule.

\`\`\`bash
TIDE=${facts.tide}
perform '{"action": "token.buy", "token": "'$TIDE'", "amount": "60000000000000000000", "wallet": "'$WALLET'"}'
LOAN='{"action": "loan.take", "token": "'$TIDE'", "amount": "20000000000000000000", "days": 30, "wallet": "'$WALLET'"}'
quote "$LOAN"
perform "$LOAN"
\`\`\`

The fee is taken from what is paid out; it grows with the days.

## Your loans

\`\`\`bash
LOAN_ID=$(curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/loans?active=true&source=hub&limit=1" | jq -r '.data[0].loanId')
curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/loans?limit=5" | jq .data
\`\`\`

## Extend, repay

\`\`\`bash
quote '{"action": "loan.extend", "loanId": '$LOAN_ID', "days": 10, "wallet": "'$WALLET'"}'
perform '{"action": "loan.repay", "loanId": '$LOAN_ID', "wallet": "'$WALLET'"}'
\`\`\`

\`loan.increase\` pledges more and borrows on it; \`loan.sell\` sells a part of the collateral to repay that part of the debt.

## Leverage

\`leverage.open\` buys a token with your USDB and borrowed USDB in one transaction; the bought tokens are the collateral. The quote warns
with \`LEVERAGE_RISK\`: at the end of the days the position is closed, at any price. \`percentage\` is the part of the amount that is
leveraged, 100 by default: on TIDE that is more than thirty times the money, and fees take most of it (\`HIGH_FEES\`). With 3 the rest
buys TIDE without a loan, and you hold about twice as much as you pay for.

\`\`\`bash
quote '{"action": "leverage.open", "token": "'$TIDE'", "amount": "80000000000000000000", "days": 20, "percentage": 3, "wallet": "'$WALLET'"}'
\`\`\`

\`leverage.close\` sells \`percentage\` of a position, 100 by default.

## Savings vault

\`vault.wrap\` turns TIDE into shares whose price rises with the taxes of trades; \`vault.unwrap\` is the way back.

\`\`\`bash
perform '{"action": "vault.wrap", "amount": "10000000000000000000", "wallet": "'$WALLET'"}'
\`\`\`
`,
}

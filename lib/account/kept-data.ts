/** Data that a deletion keeps, with the reason. */
export const keptData = [
  {
    what: "Trades, transfers, bets, loans, vesting, faucet claims, referrals and everything else that follows from the chain",
    why: "The chain is public and cannot be changed; Atoll would only read it again.",
  },
  {
    what: "Points, tier and rank",
    why: "They are computed from the chain. Points of posts on other networks are removed with the posts.",
  },
  {
    what: "The agent, with what its card says",
    why: "It is registered on the chain.",
  },
  {
    what: "Texts and pictures of tokens and markets that the wallet has created",
    why: "They belong to the token, which others hold.",
  },
  {
    what: "Empty rows of posts and comments with their times and hashes",
    why: "Replies of others keep their place, and a deletion frees no used trade, quota or duplicate.",
  },
  {
    what: "Bans, mutes, warnings, blocks and the moderators’ decisions",
    why: "A deletion must not undo them.",
  },
  {
    what: "Payouts of the faucet, also one that is not mined yet",
    why: "A claim is paid once, and the time to the next one goes on.",
  },
  {
    what: "Unlinked accounts for 30 days; ids and hashes of submitted posts",
    why: "No account is linked to one wallet after the other, and no post counts twice.",
  },
  {
    what: "Counts of the day’s and month’s uploads",
    why: "Quotas hold over a deletion.",
  },
] as const

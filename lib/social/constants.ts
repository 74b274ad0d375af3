/** X posts a wallet may submit per UTC day, refused ones included; accepted Moltbook posts of a day. */
export const X_ATTEMPTS_PER_DAY = 3
export const MOLTBOOK_POSTS_PER_DAY = 3

/** An unlinked account may be linked to another wallet after this time. */
export const RELEASE_DAYS = 30

/** Accounts that were unlinked after this time are reserved. */
export const reservedSince = () => new Date(Date.now() - RELEASE_DAYS * 86_400_000)

/** Number of days on which accepted posts are read again. */
export const RECHECK_DAYS = 7

export const CHALLENGE_SECONDS = 1_800
export const MAX_CHALLENGE_ATTEMPTS = 10

/** Most rows of the lists of posts. */
export const LISTED_POSTS = 50

/** Reasons in `/leaderboard?error=` after linking by OAuth. */
export const oauthErrors = [
  "access_denied",
  "invalid_state",
  "exchange_failed",
  "wallet_already_linked",
  "account_already_linked",
  "upstream_unavailable",
] as const

export type OauthError = (typeof oauthErrors)[number]

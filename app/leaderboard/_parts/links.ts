import { LEADERBOARD_PAGE } from "@/lib/profiles/ranks/ranked-wallets-schema"

/** Pages are counted from 1. */
export const leaderboardHref = (page: number) =>
  page === 1 ? "/leaderboard" : `/leaderboard?page=${page}`

export const pageOfRank = (rank: number) => Math.max(1, Math.ceil(rank / LEADERBOARD_PAGE))

/** Address of a wallet's row on its page. */
export const rowId = (wallet: string) => `rank-${wallet}`

/** A reading of the shares that are not in orders. */
type Reading = { shares: bigint; readAt: number }

/** What was listed last, and the shares that were read before. */
export type Listing = { shares: bigint; before: bigint; at: number }

export const NOTHING_LISTED: Listing = { shares: 0n, before: 0n, at: 0 }

/** The shares that can still be listed: what was just listed is taken off a reading from before, until there is another. */
export function countUnlisted({ shares, readAt }: Reading, listing: Listing): bigint {
  const isFormer = shares === listing.before && readAt <= listing.at
  return isFormer ? shares - listing.shares : shares
}

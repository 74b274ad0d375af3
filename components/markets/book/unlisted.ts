/** A reading of the shares that are not in orders. */
type Reading = { shares: bigint; readAt: number }

/** The last listing, and the shares that were read before it. */
export type Listing = { shares: bigint; before: bigint; at: number }

export const NOTHING_LISTED: Listing = { shares: 0n, before: 0n, at: 0 }

/**
 * The shares that can still be listed: the newest listing is subtracted from a reading made before it, until there is
 * a newer reading.
 */
export function countUnlisted({ shares, readAt }: Reading, listing: Listing): bigint {
  const isFormer = shares === listing.before && readAt <= listing.at
  return isFormer ? shares - listing.shares : shares
}

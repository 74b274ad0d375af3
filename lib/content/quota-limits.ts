/** Uploads of a wallet in a UTC month. */
export const AVATARS_PER_MONTH = 5

/** Images decoded per UTC day, with undecodable ones: for one wallet, and for one token. */
export const IMAGES_PER_DAY = 50
export const TOKEN_IMAGES_PER_DAY = 20

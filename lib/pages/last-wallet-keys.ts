/** Keys of the local storage: read by the script before the first paint and by the wallet store. */

export const LAST_ADDRESS_KEY = "atoll.wallet.address"
/** Address, username and picture, separated by spaces. */
export const LAST_PROFILE_KEY = "atoll.wallet.name"

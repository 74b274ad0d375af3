/** An address in any case of letters. The checksum is not verified. */
export const ADDRESS_PATTERN = /^0x[0-9a-fA-F]{40}$/

/** An address as rows, URLs and stored state hold it. */
export const LOWERCASE_ADDRESS_PATTERN = /^0x[0-9a-f]{40}$/

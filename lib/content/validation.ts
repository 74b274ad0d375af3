/** What the content of a project or a profile may be, for the API and for the forms that fill it in. */
export const MAX_LINK_LENGTH = 300
export const MAX_DESCRIPTION_LENGTH = 2_000

/** Uploads of a wallet in a UTC month. */
export const AVATARS_PER_MONTH = 5

/** Images decoded in a UTC day, undecodable ones included: for one wallet, and for one token. */
export const IMAGES_PER_DAY = 50
export const TOKEN_IMAGES_PER_DAY = 20

const HANDLE_PATTERN = /^@?[A-Za-z0-9_]{1,64}$/

export const isWebsite = (value: string) => isUrl(value, /^https?:\/\//i)

/** An account at a messenger or a social network: its address, or its name there. */
export const isSocialAccount = (value: string) =>
  HANDLE_PATTERN.test(value) || isUrl(value, /^https:\/\//i)

/** With a host, and without blanks, which a URL parser would quietly repair. */
function isUrl(value: string, scheme: RegExp) {
  return scheme.test(value) && !/\s/.test(value) && URL.canParse(value)
}

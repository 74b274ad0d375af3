/** Limits and formats of project content, for the API and the forms. */
export const MAX_LINK_LENGTH = 300
export const MAX_DESCRIPTION_LENGTH = 2_000

const HANDLE_PATTERN = /^@?[A-Za-z0-9_]{1,64}$/

export const isWebsite = (value: string) => isUrl(value, /^https?:\/\//i)

/** An account at a messenger or a social network: its URL or its handle. */
export const isSocialAccount = (value: string) =>
  HANDLE_PATTERN.test(value) || isUrl(value, /^https:\/\//i)

/** Without blanks, which a URL parser would remove silently. */
function isUrl(value: string, scheme: RegExp) {
  return scheme.test(value) && !/\s/.test(value) && URL.canParse(value)
}

/** Formats of Arabic, Syriac and Kaithi that are drawn around the digits after them. */
const DRAWN_FORMATS = "\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}"

/**
 * One character that takes no room: Unicode's default ignorable ones (joiners, fillers, soft hyphens, variation selectors,
 * tags), controls and formats. Source of a regular expression with the flag u.
 */
export const INVISIBLE_CHARACTER = `(?![${DRAWN_FORMATS}])[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}]`

/** White space, the empty braille pattern, a note without a head, the place of an object that is not there. */
const BLANK = "\\s\\u2800\\u{1D159}\\uFFFC"

/** Unreadable characters: private use, halves of pairs, noncharacters, and marks without a letter. */
const MEANINGLESS = "\\p{Co}\\p{Cs}\\p{Noncharacter_Code_Point}\\p{M}"

const UNREADABLE = new RegExp(`^(?:${INVISIBLE_CHARACTER}|[${BLANK}${MEANINGLESS}])*$`, "u")

/** Whether any character of a text is visible. */
export const hasReadableText = (text: string): boolean => !UNREADABLE.test(text)

/** Without blanks at its ends; empty where there is nothing to read. */
export const trimText = (text: string): string => (hasReadableText(text) ? text.trim() : "")
